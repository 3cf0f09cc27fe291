/* integer.c - arithmetic of whole numbers. */
#include "framework/simcuda/ptx/run/warp.h"

__extension__ typedef unsigned __int128 Wide;
__extension__ typedef __int128 WideSigned;

/* name, type of the value, its unsigned type, and the lanes it lies in */
#define TYPES(X)                                                                                   \
	X(u16, uint16_t, uint16_t, LaneU32)                                                        \
	X(s16, int16_t, uint16_t, LaneU32)                                                         \
	X(u32, uint32_t, uint32_t, LaneU32)                                                        \
	X(s32, int32_t, uint32_t, LaneU32)                                                         \
	X(u64, uint64_t, uint64_t, LaneU64)                                                        \
	X(s64, int64_t, uint64_t, LaneU64)

#define PUT(lane_type, t)                                                                          \
	(sizeof(lane_type) == 8 ? ptx_put64(warp, &instr->operand[0], t, lanes)                    \
				: ptx_put32(warp, &instr->operand[0], t, lanes))

/* Handlers of one, two and three sources: x, y and z of the expression. */
#define ONE(op, name, T, U, L, expression)                                                         \
	static void op##_##name(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)              \
	{                                                                                          \
		PTX_SRC(L, a, 1);                                                                  \
		L t[PTX_LANES];                                                                    \
		for (int i = 0; i < PTX_LANES; i++) {                                              \
			T x = (T)a[i];                                                             \
			t[i] = (U)(expression);                                                    \
		}                                                                                  \
		PUT(L, t);                                                                         \
	}
#define TWO(op, name, T, U, L, expression)                                                         \
	static void op##_##name(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)              \
	{                                                                                          \
		PTX_SRC(L, a, 1);                                                                  \
		PTX_SRC(L, b, 2);                                                                  \
		L t[PTX_LANES];                                                                    \
		for (int i = 0; i < PTX_LANES; i++) {                                              \
			T x = (T)a[i], y = (T)b[i];                                                \
			t[i] = (U)(expression);                                                    \
		}                                                                                  \
		PUT(L, t);                                                                         \
	}
#define THREE(op, name, T, U, L, expression)                                                       \
	static void op##_##name(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)              \
	{                                                                                          \
		PTX_SRC(L, a, 1);                                                                  \
		PTX_SRC(L, b, 2);                                                                  \
		PTX_SRC(L, c, 3);                                                                  \
		L t[PTX_LANES];                                                                    \
		for (int i = 0; i < PTX_LANES; i++) {                                              \
			T x = (T)a[i], y = (T)b[i], z = (T)c[i];                                   \
			t[i] = (U)(expression);                                                    \
		}                                                                                  \
		PUT(L, t);                                                                         \
	}

/* What a division by 0 gives is not defined: all bits, as GPUs do. The most negative number over -1
 * would trap. */
#define OVERFLOWS(x, y, T, U)                                                                      \
	((y) == (T)-1 && (T)-1 < (T)1 && (x) != 0 && (U)(x) == (U)(0 - (U)(x)))
#define QUOTIENT(x, y, T, U)  ((y) == 0 ? (T)-1 : OVERFLOWS(x, y, T, U) ? (x) : (T)((x) / (y)))
#define REMAINDER(x, y, T, U) ((y) == 0 ? (x) : OVERFLOWS(x, y, T, U) ? (T)0 : (T)((x) % (y)))
#define HIGH(x, y, T)                                                                              \
	((T)-1 < (T)1 ? (uint64_t)((WideSigned)(x) * (WideSigned)(y) >> (8 * sizeof(T)))           \
		      : (uint64_t)((Wide)(x) * (Wide)(y) >> (8 * sizeof(T))))

#define ALL(name, T, U, L)                                                                         \
	TWO(add, name, T, U, L, (U)x + (U)y)                                                       \
	TWO(sub, name, T, U, L, (U)x - (U)y)                                                       \
	TWO(mul, name, T, U, L, (uint64_t)x *(uint64_t)y)                                          \
	TWO(mul_hi, name, T, U, L, HIGH(x, y, T))                                                  \
	TWO(div, name, T, U, L, QUOTIENT(x, y, T, U))                                              \
	TWO(rem, name, T, U, L, REMAINDER(x, y, T, U))                                             \
	TWO(min, name, T, U, L, x < y ? x : y)                                                     \
	TWO(max, name, T, U, L, x > y ? x : y)                                                     \
	THREE(mad, name, T, U, L, (uint64_t)x *(uint64_t)y + (uint64_t)z)                          \
	THREE(mad_hi, name, T, U, L, HIGH(x, y, T) + (uint64_t)z)                                  \
	THREE(sad, name, T, U, L, (U)z + (x < y ? (U)y - (U)x : (U)x - (U)y))                      \
	ONE(neg, name, T, U, L, 0 - (U)x)                                                          \
	ONE(abs, name, T, U, L, x < 0 ? 0 - (U)x : (U)x)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wtype-limits"
TYPES(ALL)
#pragma GCC diagnostic pop

/* --- products of twice the bits ----------------------------------------------------------------- */

#define WIDE(name, T, from, to)                                                                    \
	static void mul_wide_##name(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)          \
	{                                                                                          \
		PTX_SRC(from, a, 1);                                                               \
		PTX_SRC(from, b, 2);                                                               \
		to t[PTX_LANES];                                                                   \
		for (int i = 0; i < PTX_LANES; i++)                                                \
			t[i] = (to)((int64_t)(T)a[i] * (int64_t)(T)b[i]);                          \
		PUT(to, t);                                                                        \
	}                                                                                          \
	static void mad_wide_##name(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)          \
	{                                                                                          \
		PTX_SRC(from, a, 1);                                                               \
		PTX_SRC(from, b, 2);                                                               \
		PTX_SRC(to, c, 3);                                                                 \
		to t[PTX_LANES];                                                                   \
		for (int i = 0; i < PTX_LANES; i++)                                                \
			t[i] = (to)((uint64_t)((int64_t)(T)a[i] * (int64_t)(T)b[i]) + c[i]);       \
		PUT(to, t);                                                                        \
	}
WIDE(s16, int16_t, LaneU32, LaneU32)
WIDE(s32, int32_t, LaneU32, LaneU64)
WIDE(u16, uint16_t, LaneU32, LaneU32)

/* Signed arithmetic would overflow. */
static void mul_wide_u32(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	PTX_SRC(LaneU32, a, 1);
	PTX_SRC(LaneU32, b, 2);
	uint64_t t[PTX_LANES];
	for (int i = 0; i < PTX_LANES; i++)
		t[i] = (uint64_t)a[i] * b[i];
	ptx_put64(warp, &instr->operand[0], t, lanes);
}

static void mad_wide_u32(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	PTX_SRC(LaneU32, a, 1);
	PTX_SRC(LaneU32, b, 2);
	PTX_SRC(LaneU64, c, 3);
	uint64_t t[PTX_LANES];
	for (int i = 0; i < PTX_LANES; i++)
		t[i] = (uint64_t)a[i] * b[i] + c[i];
	ptx_put64(warp, &instr->operand[0], t, lanes);
}

/* --- carries, saturation, 24 bits --------------------------------------------------------------- */

/* a + b + carry in, in that many bits; a subtraction adds the complement. */
static uint64_t with_carry(uint64_t a, uint64_t b, uint64_t in, uint32_t bits, uint32_t *out)
{
	Wide sum = (Wide)a + b + in;
	*out = (uint32_t)(sum >> bits) & 1;
	return bits == 64 ? (uint64_t)sum : (uint32_t)sum;
}

static void add_carry(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	bool less = instr->op == PTX_SUB || instr->op == PTX_SUBC;
	bool takes = instr->op == PTX_ADDC || instr->op == PTX_SUBC || instr->op == PTX_MADC;
	bool product = instr->op == PTX_MAD || instr->op == PTX_MADC;
	uint32_t bits = 8 * ptx_type_bytes(instr->type), next = warp->carry;
	uint64_t all = bits == 64 ? UINT64_MAX : UINT32_MAX;
	bool is_signed = instr->type == PTX_S32 || instr->type == PTX_S64;
	for (int i = 0; i < PTX_LANES; i++) {
		if (!(lanes >> i & 1))
			continue;
		uint64_t a = ptx_lane(warp, &instr->operand[1], i),
			 b = ptx_lane(warp, &instr->operand[2], i);
		uint64_t in = takes ? warp->carry >> i & 1 : 0;
		uint32_t out;
		if (product) {
			WideSigned x = is_signed && bits == 32 ? (int32_t)a
				       : is_signed             ? (int64_t)a
							       : (WideSigned)a;
			WideSigned y = is_signed && bits == 32 ? (int32_t)b
				       : is_signed             ? (int64_t)b
							       : (WideSigned)b;
			Wide all_bits = (Wide)x * (Wide)y;
			a = (uint64_t)(instr->mode == PTX_MODE_HI ? all_bits >> bits : all_bits) &
			    all;
			b = ptx_lane(warp, &instr->operand[3], i);
		} else if (less) { /* the carry is the borrow */
			b = ~b & all;
			in = takes ? !in : 1;
		}
		uint64_t sum = with_carry(a, b, in, bits, &out);
		out = less ? !out : out;
		next = (next & ~(1U << i)) | out << i;
		ptx_put_lane(warp, &instr->operand[0], i, sum);
	}
	if (instr->carry)
		warp->carry = next;
}

static void saturated(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	PTX_SRC(LaneS32, a, 1);
	PTX_SRC(LaneS32, b, 2);
	int32_t t[PTX_LANES];
	for (int i = 0; i < PTX_LANES; i++) {
		int64_t sum = instr->op == PTX_SUB ? (int64_t)a[i] - b[i] : (int64_t)a[i] + b[i];
		if (instr->op == PTX_MAD) {
			PTX_SRC(LaneS32, c, 3);
			sum = ((int64_t)a[i] * b[i] >> 32) + c[i];
		}
		t[i] = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : (int32_t)sum;
	}
	ptx_put32(warp, &instr->operand[0], t, lanes);
}

static void of_24(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	PTX_SRC(LaneU32, a, 1);
	PTX_SRC(LaneU32, b, 2);
	uint32_t t[PTX_LANES];
	bool with_sign = instr->type == PTX_S32;
	for (int i = 0; i < PTX_LANES; i++) {
		int64_t x = with_sign ? (int32_t)(a[i] << 8) >> 8 : (int64_t)(a[i] & 0xffffff);
		int64_t y = with_sign ? (int32_t)(b[i] << 8) >> 8 : (int64_t)(b[i] & 0xffffff);
		int64_t product = x * y;
		t[i] = (uint32_t)(instr->mode == PTX_MODE_HI ? product >> 16 : product);
		if (instr->op == PTX_MAD24) {
			PTX_SRC(LaneU32, c, 3);
			t[i] += c[i];
		}
	}
	ptx_put32(warp, &instr->operand[0], t, lanes);
}

/* --- which handler ------------------------------------------------------------------------------- */

#define ROW(op)                                                                                    \
	{                                                                                          \
		[PTX_U16] = op##_u16, [PTX_S16] = op##_s16, [PTX_U32] = op##_u32,                  \
		[PTX_S32] = op##_s32, [PTX_U64] = op##_u64, [PTX_S64] = op##_s64                   \
	}
#define ROW_WIDE(op)                                                                               \
	{                                                                                          \
		[PTX_U16] = op##_u16, [PTX_S16] = op##_s16, [PTX_U32] = op##_u32,                  \
		[PTX_S32] = op##_s32                                                               \
	}

static const PtxHandler plain[PTX_OPS][PTX_TYPES] = {
	[PTX_ADD] = ROW(add), [PTX_SUB] = ROW(sub), [PTX_MUL] = ROW(mul), [PTX_MAD] = ROW(mad),
	[PTX_DIV] = ROW(div), [PTX_REM] = ROW(rem), [PTX_MIN] = ROW(min), [PTX_MAX] = ROW(max),
	[PTX_SAD] = ROW(sad), [PTX_NEG] = ROW(neg), [PTX_ABS] = ROW(abs),
};
static const PtxHandler high[PTX_OPS][PTX_TYPES] = {
	[PTX_MUL] = ROW(mul_hi), [PTX_MAD] = ROW(mad_hi)};
static const PtxHandler wide[PTX_OPS][PTX_TYPES] = {
	[PTX_MUL] = ROW_WIDE(mul_wide), [PTX_MAD] = ROW_WIDE(mad_wide)};

PtxHandler ptx_integer_handler(const PtxInstr *instr)
{
	PtxType type = instr->type;
	bool carries = instr->op == PTX_ADDC || instr->op == PTX_SUBC || instr->op == PTX_MADC;
	if (instr->op == PTX_MUL24 || instr->op == PTX_MAD24)
		return of_24;
	if (carries || (instr->carry && plain[instr->op][type]))
		return add_carry;
	if (instr->saturate && type == PTX_S32 && plain[instr->op][type])
		return saturated;
	if (instr->mode == PTX_MODE_HI)
		return high[instr->op][type];
	if (instr->mode == PTX_MODE_WIDE)
		return wide[instr->op][type];
	return plain[instr->op][type];
}

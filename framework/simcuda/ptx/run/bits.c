/* bits.c - operations on bits. */
#include "framework/simcuda/ptx/run/warp.h"

#define DEFINE(name, L, put, expression)                                                           \
	static void name(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)                     \
	{                                                                                          \
		PTX_SRC(L, a, 1);                                                                  \
		PTX_SRC(L, b, 2);                                                                  \
		L t[PTX_LANES];                                                                    \
		for (int i = 0; i < PTX_LANES; i++) {                                              \
			L x = a[i], y = b[i];                                                      \
			(void)y;                                                                   \
			t[i] = (L)(expression);                                                    \
		}                                                                                  \
		put(warp, &instr->operand[0], t, lanes);                                           \
	}
#define BOTH(name, expression)                                                                     \
	DEFINE(name##_32, LaneU32, ptx_put32, expression)                                          \
	DEFINE(name##_64, LaneU64, ptx_put64, expression)
BOTH(and, x &y)
BOTH(or, x | y)
BOTH(xor, x ^ y)
BOTH(not, ~x)
BOTH(cnot, x == 0)
DEFINE(not_16, LaneU32, ptx_put32, (uint16_t)~x)

/* The amount is of 32 bits whatever is shifted; from the width on nothing is left. */
#define SHIFT(name, T, U, L, put, expression)                                                      \
	static void name(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)                     \
	{                                                                                          \
		PTX_SRC(L, a, 1);                                                                  \
		PTX_SRC(LaneU32, b, 2);                                                            \
		L t[PTX_LANES];                                                                    \
		for (int i = 0; i < PTX_LANES; i++) {                                              \
			const uint32_t most = 8 * sizeof(T) - 1;                                   \
			bool beyond = b[i] > most;                                                 \
			uint32_t by = beyond ? most : b[i];                                        \
			T x = (T)a[i];                                                             \
			t[i] = (U)(expression);                                                    \
		}                                                                                  \
		put(warp, &instr->operand[0], t, lanes);                                           \
	}
SHIFT(shl_16, uint16_t, uint16_t, LaneU32, ptx_put32, beyond ? 0 : (uint32_t)x << by)
SHIFT(shl_32, uint32_t, uint32_t, LaneU32, ptx_put32, beyond ? 0 : x << by)
SHIFT(shl_64, uint64_t, uint64_t, LaneU64, ptx_put64, beyond ? 0 : x << by)
SHIFT(shr_u16, uint16_t, uint16_t, LaneU32, ptx_put32, beyond ? 0 : x >> by)
SHIFT(shr_u32, uint32_t, uint32_t, LaneU32, ptx_put32, beyond ? 0 : x >> by)
SHIFT(shr_u64, uint64_t, uint64_t, LaneU64, ptx_put64, beyond ? 0 : x >> by)
/* what C leaves open for a negative number: the sign fills up from above */
#define ARITHMETIC(U) (x < 0 ? ~((U)~x >> by) : (U)x >> by)
SHIFT(shr_s16, int16_t, uint16_t, LaneU32, ptx_put32, ARITHMETIC(uint16_t))
SHIFT(shr_s32, int32_t, uint32_t, LaneU32, ptx_put32, ARITHMETIC(uint32_t))
SHIFT(shr_s64, int64_t, uint64_t, LaneU64, ptx_put64, ARITHMETIC(uint64_t))

/* --- one lane at a time --------------------------------------------------------------------------- */

static uint64_t reversed(uint64_t x, uint32_t bits)
{
	uint64_t y = 0;
	for (uint32_t i = 0; i < bits; i++)
		y |= (x >> i & 1) << (bits - 1 - i);
	return y;
}

static uint64_t all_ones(uint32_t bits)
{
	return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* PTX ISA, bfe: beyond the end, and where the field's highest bit lies beyond, the sign fills. */
static uint64_t extracted(uint64_t x, uint32_t from, uint32_t length, uint32_t bits, bool with_sign)
{
	uint32_t most = bits - 1;
	if (length == 0)
		return 0;
	uint32_t sign_at = from + length - 1 < most ? from + length - 1 : most;
	bool sign = with_sign && x >> sign_at & 1;
	uint64_t field = (from > most ? 0 : x >> from) & all_ones(length);
	uint32_t there = from > most ? 0 : bits - from < length ? bits - from : length;
	return (field | (sign ? ~all_ones(there) : 0)) & all_ones(bits);
}

static uint64_t inserted(uint64_t field, uint64_t into, uint32_t at, uint32_t length, uint32_t bits)
{
	if (at >= bits || length == 0)
		return into;
	uint64_t mask = (all_ones(length) << at) & all_ones(bits);
	return (into & ~mask) | ((field << at) & mask);
}

static uint64_t found(uint64_t x, const PtxInstr *instr, uint32_t bits)
{
	bool with_sign = instr->type == PTX_S32 || instr->type == PTX_S64;
	if (with_sign && x >> (bits - 1) & 1)
		x = ~x & all_ones(bits);
	if (!x)
		return UINT32_MAX;
	uint32_t at = 63 - (uint32_t)__builtin_clzll(x);
	return instr->mode == PTX_SHIFT_AMOUNT ? bits - 1 - at : at;
}

static uint32_t table_of(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
	uint32_t result = 0;
	for (uint32_t i = 0; i < 8; i++)
		if (table >> i & 1)
			result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
	return result;
}

static uint32_t funnel(uint32_t low, uint32_t high, uint32_t by, const PtxInstr *instr)
{
	uint64_t both = (uint64_t)high << 32 | low;
	by = instr->mode == PTX_WRAP ? by & 31 : by > 32 ? 32 : by;
	return (uint32_t)(instr->op == PTX_SHF_L ? both << by >> 32 : both >> by);
}

static uint32_t permuted(uint32_t a, uint32_t b, uint32_t c, const PtxInstr *instr)
{
	/* of each mode, for each c & 3, the four selectors; PTX ISA, prmt */
	static const uint16_t selectors[PTX_MODES][4] = {
		[PTX_PRMT_F4E] = {0x3210, 0x4321, 0x5432, 0x6543},
		[PTX_PRMT_B4E] = {0x5670, 0x6701, 0x7012, 0x0123},
		[PTX_PRMT_RC8] = {0x0000, 0x1111, 0x2222, 0x3333},
		[PTX_PRMT_ECL] = {0x3210, 0x3211, 0x3222, 0x3333},
		[PTX_PRMT_ECR] = {0x0000, 0x1110, 0x2210, 0x3210},
		[PTX_PRMT_RC16] = {0x1010, 0x3232, 0x1010, 0x3232},
	};
	uint64_t both = (uint64_t)b << 32 | a;
	uint32_t selector = instr->mode == PTX_PLAIN ? c : selectors[instr->mode][c & 3],
		 result = 0;
	for (uint32_t i = 0; i < 4; i++) {
		uint32_t pick = selector >> 4 * i & 15, byte = both >> 8 * (pick & 7) & 255;
		if (pick & 8)
			byte = byte & 128 ? 255 : 0;
		result |= byte << 8 * i;
	}
	return result;
}

/* PTX ISA, fns: the n-th set bit from a position. */
static uint32_t nth_set(uint32_t mask, uint32_t base, int32_t offset)
{
	int64_t step = offset < 0 ? -1 : 1, count = offset == 0  ? 1
						    : offset < 0 ? -(int64_t)offset
								 : offset;
	if (offset == 0)
		return base < 32 && mask >> base & 1 ? base : UINT32_MAX;
	for (int64_t at = base; at >= 0 && at < 32; at += step)
		if (mask >> at & 1 && --count == 0)
			return (uint32_t)at;
	return UINT32_MAX;
}

static uint64_t dot(const PtxInstr *instr, uint32_t a, uint32_t b, uint32_t c)
{
	bool sign_a = instr->type == PTX_S32, sign_b = instr->from == PTX_S32;
	int64_t sum = 0;
	for (uint32_t i = 0; i < (instr->op == PTX_DP4A ? 4 : 2); i++) {
		uint32_t of_b = instr->op == PTX_DP2A && instr->mode == PTX_MODE_HI ? i + 2 : i;
		int64_t x = instr->op == PTX_DP4A ? (sign_a ? (int8_t)(a >> 8 * i)
							    : (int64_t)(uint8_t)(a >> 8 * i))
			    : sign_a              ? (int16_t)(a >> 16 * i)
						  : (int64_t)(uint16_t)(a >> 16 * i);
		int64_t y = sign_b ? (int8_t)(b >> 8 * of_b) : (int64_t)(uint8_t)(b >> 8 * of_b);
		sum += x * y;
	}
	return (uint32_t)sum + c;
}

static uint64_t one(const PtxInstr *instr, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	uint32_t bits = 8 * ptx_type_bytes(instr->type);
	bool with_sign = instr->type == PTX_S32 || instr->type == PTX_S64;
	switch (instr->op) {
	case PTX_POPC:
		return (uint64_t)__builtin_popcountll(a);
	case PTX_CLZ:
		return a ? (uint64_t)__builtin_clzll(a) - (64 - bits) : bits;
	case PTX_BREV:
		return reversed(a, bits);
	case PTX_BFE:
		return extracted(a, b & 255, c & 255, bits, with_sign);
	case PTX_BFI:
		return inserted(a, b, c & 255, d & 255, bits);
	case PTX_BFIND:
		return found(a, instr, bits);
	case PTX_LOP3:
		return table_of((uint32_t)a, (uint32_t)b, (uint32_t)c, (uint32_t)instr->offset);
	case PTX_SHF_L:
	case PTX_SHF_R:
		return funnel((uint32_t)a, (uint32_t)b, (uint32_t)c, instr);
	case PTX_PRMT:
		return permuted((uint32_t)a, (uint32_t)b, (uint32_t)c, instr);
	case PTX_FNS:
		return nth_set((uint32_t)a, (uint32_t)b, (int32_t)c);
	default:
		return dot(instr, (uint32_t)a, (uint32_t)b, (uint32_t)c);
	}
}

static void single(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	for (int i = 0; i < PTX_LANES; i++)
		if (lanes >> i & 1)
			ptx_put_lane(warp, &instr->operand[0], i,
				     one(instr, ptx_lane(warp, &instr->operand[1], i),
					 ptx_lane(warp, &instr->operand[2], i),
					 ptx_lane(warp, &instr->operand[3], i),
					 ptx_lane(warp, &instr->operand[4], i)));
}

/* --- predicates ----------------------------------------------------------------------------------- */

static void predicates(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	uint32_t a = ptx_predicate(warp, &instr->operand[1]),
		 b = ptx_predicate(warp, &instr->operand[2]);
	uint32_t result = instr->op == PTX_AND   ? a & b
			  : instr->op == PTX_OR  ? a | b
			  : instr->op == PTX_XOR ? a ^ b
						 : ~a;
	ptx_put_predicate(warp, &instr->operand[0], result, lanes);
}

static const struct {
	uint8_t op;
	PtxHandler of_16, of_32, of_64;
} plain[] = {
	{PTX_AND, and_32, and_32, and_64},     {PTX_OR, or_32, or_32, or_64},
	{PTX_XOR, xor_32, xor_32, xor_64},     {PTX_NOT, not_16, not_32, not_64},
	{PTX_CNOT, cnot_32, cnot_32, cnot_64}, {PTX_SHL, shl_16, shl_32, shl_64},
};

static PtxHandler shift_right(PtxType type)
{
	static const PtxHandler of[PTX_TYPES] = {
		[PTX_B16] = shr_u16, [PTX_U16] = shr_u16, [PTX_S16] = shr_s16,
		[PTX_B32] = shr_u32, [PTX_U32] = shr_u32, [PTX_S32] = shr_s32,
		[PTX_B64] = shr_u64, [PTX_U64] = shr_u64, [PTX_S64] = shr_s64};
	return of[type];
}

PtxHandler ptx_bits_handler(const PtxInstr *instr)
{
	uint32_t bytes = ptx_type_bytes(instr->type);
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		if (plain[i].op == instr->op) {
			if (instr->type == PTX_PRED)
				return predicates;
			return bytes == 8   ? plain[i].of_64
			       : bytes == 4 ? plain[i].of_32
					    : plain[i].of_16;
		}
	if (instr->op == PTX_SHR)
		return shift_right(instr->type);
	switch (instr->op) {
	case PTX_POPC:
	case PTX_CLZ:
	case PTX_BREV:
	case PTX_BFE:
	case PTX_BFI:
	case PTX_BFIND:
	case PTX_LOP3:
	case PTX_SHF_L:
	case PTX_SHF_R:
	case PTX_PRMT:
	case PTX_FNS:
	case PTX_DP4A:
	case PTX_DP2A:
		return single;
	default:
		return NULL;
	}
}

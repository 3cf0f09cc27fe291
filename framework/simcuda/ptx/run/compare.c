/* compare.c - comparisons, and what is chosen by them. */
#include <math.h>
#include <string.h>

#include "framework/simcuda/ptx/run/small.h"
#include "framework/simcuda/ptx/run/warp.h"

/* --- comparisons ------------------------------------------------------------------------------------ */

#define BITS(expression)                                                                           \
	for (int i = 0; i < PTX_LANES; i++)                                                        \
	bits |= (uint32_t)(expression) << i

#define COMPARE(name, T, L)                                                                        \
	static uint32_t name(const void *from_a, const void *from_b, PtxMode mode)                 \
	{                                                                                          \
		const L *a = from_a, *b = from_b;                                                  \
		uint32_t bits = 0;                                                                 \
		switch (mode) {                                                                    \
		case PTX_EQ:                                                                       \
			BITS((T)a[i] == (T)b[i]);                                                  \
			break;                                                                     \
		case PTX_NE:                                                                       \
			BITS((T)a[i] != (T)b[i]);                                                  \
			break;                                                                     \
		case PTX_LT:                                                                       \
			BITS((T)a[i] < (T)b[i]);                                                   \
			break;                                                                     \
		case PTX_LE:                                                                       \
			BITS((T)a[i] <= (T)b[i]);                                                  \
			break;                                                                     \
		case PTX_GT:                                                                       \
			BITS((T)a[i] > (T)b[i]);                                                   \
			break;                                                                     \
		default:                                                                           \
			BITS((T)a[i] >= (T)b[i]);                                                  \
		}                                                                                  \
		return bits;                                                                       \
	}
COMPARE(of_u16, uint16_t, LaneU32)
COMPARE(of_s16, int16_t, LaneU32)
COMPARE(of_u32, uint32_t, LaneU32)
COMPARE(of_s32, int32_t, LaneU32)
COMPARE(of_u64, uint64_t, LaneU64)
COMPARE(of_s64, int64_t, LaneU64)

static bool holds(double x, double y, PtxMode mode)
{
	bool unordered = isnan(x) || isnan(y);
	switch (mode) {
	case PTX_EQ:
		return x == y;
	case PTX_NE:
		return !unordered && x != y;
	case PTX_LT:
		return x < y;
	case PTX_LE:
		return x <= y;
	case PTX_GT:
		return x > y;
	case PTX_GE:
		return x >= y;
	case PTX_EQU:
		return unordered || x == y;
	case PTX_NEU:
		return unordered || x != y;
	case PTX_LTU:
		return unordered || x < y;
	case PTX_LEU:
		return unordered || x <= y;
	case PTX_GTU:
		return unordered || x > y;
	case PTX_GEU:
		return unordered || x >= y;
	case PTX_NUM:
		return !unordered;
	default:
		return unordered;
	}
}

static double float_lane(const PtxWarp *warp, const PtxOperand *operand, int lane, PtxType type,
			 bool flush)
{
	return ptx_number(ptx_lane(warp, operand, lane), type, flush);
}

/* Which lanes the comparison holds in, of those of a type. */
static uint32_t compared(const PtxWarp *warp, const PtxInstr *instr, PtxType type)
{
	static uint32_t (*const of[PTX_TYPES])(const void *, const void *, PtxMode) = {
		[PTX_B16] = of_u16, [PTX_U16] = of_u16, [PTX_S16] = of_s16,
		[PTX_B32] = of_u32, [PTX_U32] = of_u32, [PTX_S32] = of_s32,
		[PTX_B64] = of_u64, [PTX_U64] = of_u64, [PTX_S64] = of_s64};
	const PtxOperand *a = &instr->operand[1], *b = &instr->operand[2];
	uint32_t bits = 0;
	if (of[type])
		return of[type](ptx_at(warp, a), ptx_at(warp, b), instr->mode);
	for (int i = 0; i < PTX_LANES; i++)
		bits |= (uint32_t)holds(float_lane(warp, a, i, type, instr->flush),
					float_lane(warp, b, i, type, instr->flush), instr->mode)
			<< i;
	return bits;
}

static uint32_t combined(const PtxWarp *warp, const PtxInstr *instr, uint32_t bits)
{
	uint32_t other = ptx_predicate(warp, &instr->operand[3]);
	other = instr->negated ? ~other : other;
	if (instr->combine == PTX_AND)
		return bits & other;
	if (instr->combine == PTX_OR)
		return bits | other;
	return instr->combine == PTX_XOR ? bits ^ other : bits;
}

static void setp(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	uint32_t bits = compared(warp, instr, instr->type);
	uint32_t first = combined(warp, instr, bits), second = combined(warp, instr, ~bits);
	if (instr->operand[0].kind != PTX_ABSENT)
		ptx_put_predicate(warp, &instr->operand[0], first, lanes);
	if (instr->operand[PTX_SECOND].kind != PTX_ABSENT)
		ptx_put_predicate(warp, &instr->operand[PTX_SECOND], second, lanes);
}

static void set(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	uint32_t bits = combined(warp, instr, compared(warp, instr, instr->from)), t[PTX_LANES];
	float one = 1;
	uint32_t yes = UINT32_MAX;
	if (instr->type == PTX_F32)
		memcpy(&yes, &one, sizeof yes);
	else if (instr->type == PTX_F16 || instr->type == PTX_BF16)
		yes = ptx_small_write(1, instr->type, PTX_NEAREST);
	for (int i = 0; i < PTX_LANES; i++)
		t[i] = bits >> i & 1 ? yes : 0;
	ptx_put32(warp, &instr->operand[0], t, lanes);
}

/* --- choices ---------------------------------------------------------------------------------------- */

static void selp(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	uint32_t choice = ptx_predicate(warp, &instr->operand[3]);
	choice = instr->negated ? ~choice : choice;
	if (ptx_type_bytes(instr->type) == 8) {
		ptx_put64(warp, &instr->operand[0], ptx_at(warp, &instr->operand[1]),
			  lanes & choice);
		ptx_put64(warp, &instr->operand[0], ptx_at(warp, &instr->operand[2]),
			  lanes & ~choice);
		return;
	}
	PTX_SRC(LaneU32, a, 1);
	PTX_SRC(LaneU32, b, 2);
	uint32_t t[PTX_LANES];
	for (int i = 0; i < PTX_LANES; i++)
		t[i] = choice >> i & 1 ? a[i] : b[i];
	ptx_put32(warp, &instr->operand[0], t, lanes);
}

static void slct(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	for (int i = 0; i < PTX_LANES; i++) {
		bool first = instr->from == PTX_F32
				     ? float_lane(warp, &instr->operand[3], i, PTX_F32,
						  instr->flush) >= 0
				     : (int32_t)ptx_lane(warp, &instr->operand[3], i) >= 0;
		if (lanes >> i & 1)
			ptx_put_lane(warp, &instr->operand[0], i,
				     ptx_lane(warp, &instr->operand[first ? 1 : 2], i));
	}
}

static bool is_kind(double x, PtxMode mode, bool subnormal)
{
	switch (mode) {
	case PTX_FINITE:
		return isfinite(x);
	case PTX_INFINITE:
		return isinf(x);
	case PTX_NUMBER:
		return !isnan(x);
	case PTX_NOTANUMBER:
		return isnan(x);
	case PTX_NORMAL:
		return isfinite(x) && x != 0 && !subnormal;
	default:
		return subnormal;
	}
}

static void testp(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	uint32_t bits = 0;
	for (int i = 0; i < PTX_LANES; i++) {
		double x = float_lane(warp, &instr->operand[1], i, instr->type, false);
		bool subnormal = instr->type == PTX_F32 ? fpclassify((float)x) == FP_SUBNORMAL
							: fpclassify(x) == FP_SUBNORMAL;
		bits |= (uint32_t)is_kind(x, instr->mode, subnormal) << i;
	}
	ptx_put_predicate(warp, &instr->operand[0], bits, lanes);
}

PtxHandler ptx_compare_handler(const PtxInstr *instr)
{
	bool two = instr->type == PTX_F16X2 || instr->type == PTX_BF16X2 ||
		   instr->from == PTX_F16X2 || instr->from == PTX_BF16X2;
	switch (instr->op) {
	case PTX_SETP:
		return two ? NULL : setp;
	case PTX_SET:
		return two ? NULL : set;
	case PTX_SELP:
		return selp;
	case PTX_SLCT:
		return slct;
	case PTX_TESTP:
		return testp;
	default:
		return NULL;
	}
}

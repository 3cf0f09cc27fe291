/* convert.c - conversions between types. */
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "framework/simcuda/ptx/run/small.h"
#include "framework/simcuda/ptx/run/warp.h"

static bool is_float(PtxType type)
{
	return type == PTX_F32 || type == PTX_F64 || type == PTX_F16 || type == PTX_BF16;
}

static bool is_signed(PtxType type)
{
	return type == PTX_S8 || type == PTX_S16 || type == PTX_S32 || type == PTX_S64;
}

/* --- those of addresses and indices, which are most ------------------------------------------------- */

#define FAST(name, from, to, put, T)                                                               \
	static void name(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)                     \
	{                                                                                          \
		PTX_SRC(from, a, 1);                                                               \
		to t[PTX_LANES];                                                                   \
		for (int i = 0; i < PTX_LANES; i++)                                                \
			t[i] = (to)(T)a[i];                                                        \
		put(warp, &instr->operand[0], t, lanes);                                           \
	}
FAST(s64_s32, LaneU32, LaneU64, ptx_put64, int32_t)
FAST(u64_u32, LaneU32, LaneU64, ptx_put64, uint32_t)
FAST(u32_u64, LaneU64, LaneU32, ptx_put32, uint64_t)
FAST(f32_s32, LaneU32, LaneF32, ptx_put32, int32_t)
FAST(f64_f32, LaneF32, LaneF64, ptx_put64, float)
FAST(f32_f64, LaneF64, LaneF32, ptx_put32, double)

static const struct {
	uint8_t to, from, bits_to, bits_from;
	PtxHandler handler;
} fast[] = {
	{PTX_S64, PTX_S32, 64, 32, s64_s32}, {PTX_U64, PTX_S32, 64, 32, s64_s32},
	{PTX_U64, PTX_U32, 64, 32, u64_u32}, {PTX_S64, PTX_U32, 64, 32, u64_u32},
	{PTX_U32, PTX_U64, 32, 64, u32_u64}, {PTX_S32, PTX_S64, 32, 64, u32_u64},
	{PTX_U32, PTX_S64, 32, 64, u32_u64}, {PTX_S32, PTX_U64, 32, 64, u32_u64},
	{PTX_F32, PTX_S32, 32, 32, f32_s32}, {PTX_F64, PTX_F32, 64, 32, f64_f32},
	{PTX_F32, PTX_F64, 32, 64, f32_f64},
};

/* --- all others ------------------------------------------------------------------------------------- */

static uint64_t whole(uint64_t bits, PtxType type)
{
	uint32_t width = 8 * ptx_type_bytes(type);
	if (width == 64)
		return bits;
	bits &= (UINT64_C(1) << width) - 1;
	if (is_signed(type) && bits >> (width - 1))
		bits |= ~((UINT64_C(1) << width) - 1);
	return bits;
}

static double integral(double x, PtxMode mode)
{
	switch (mode) {
	case PTX_INT_NEAREST:
		return nearbyint(x);
	case PTX_INT_ZERO:
		return trunc(x);
	case PTX_INT_DOWN:
		return floor(x);
	case PTX_INT_UP:
		return ceil(x);
	default:
		return x;
	}
}

/* Numbers that the type cannot hold become its nearest; a NaN becomes 0. */
static uint64_t float_to_whole(double x, PtxType type)
{
	uint32_t width = 8 * ptx_type_bytes(type);
	double most = ldexp(1, (int)width - is_signed(type)), least = is_signed(type) ? -most : 0;
	if (isnan(x))
		return 0;
	if (x >= most)
		return is_signed(type) ? (UINT64_C(1) << (width - 1)) - 1 : UINT64_MAX;
	if (x <= least)
		return is_signed(type) ? UINT64_C(1) << (width - 1) : 0;
	return is_signed(type) ? (uint64_t)(int64_t)x : (uint64_t)x;
}

static uint64_t float_bits(double x, const PtxInstr *instr)
{
	uint64_t bits = 0;
	if (instr->saturate)
		x = !(x > 0) ? 0 : x < 1 ? x : 1;
	if (instr->type == PTX_F64) {
		memcpy(&bits, &x, sizeof x);
	} else if (instr->type == PTX_F32) {
		volatile double wide = x;
		float narrow = (float)wide;
		if (instr->flush && fpclassify(narrow) == FP_SUBNORMAL)
			narrow = copysignf(0, narrow);
		memcpy(&bits, &narrow, sizeof narrow);
	} else {
		bits = ptx_small_write(x, instr->type, instr->mode);
	}
	return bits;
}

/* In the rounding that is set: from 64 bits to single precision it is rounded once. */
static uint64_t whole_to_float(uint64_t value, const PtxInstr *instr)
{
	volatile int64_t s = (int64_t)value;
	volatile uint64_t u = value;
	uint64_t bits = 0;
	if (instr->type == PTX_F32 && !instr->saturate) {
		float narrow = is_signed(instr->from) ? (float)s : (float)u;
		memcpy(&bits, &narrow, sizeof narrow);
		return bits;
	}
	return float_bits(is_signed(instr->from) ? (double)s : (double)u, instr);
}

static uint64_t saturated(uint64_t value, const PtxInstr *instr)
{
	uint32_t width = 8 * ptx_type_bytes(instr->type);
	uint64_t most = is_signed(instr->type) ? (UINT64_C(1) << (width - 1)) - 1
			: width == 64          ? UINT64_MAX
					       : (UINT64_C(1) << width) - 1;
	bool negative = is_signed(instr->from) && (int64_t)value < 0;
	if (!negative)
		return value > most ? most : value;
	if (!is_signed(instr->type))
		return 0;
	return (int64_t)value < -(int64_t)most - 1 ? ~most : value;
}

static uint64_t converted(uint64_t bits, const PtxInstr *instr)
{
	if (is_float(instr->from)) {
		double x = integral(ptx_number(bits, instr->from, instr->flush), instr->mode);
		return is_float(instr->type) ? float_bits(x, instr)
					     : float_to_whole(x, instr->type);
	}
	uint64_t value = whole(bits, instr->from);
	if (is_float(instr->type))
		return whole_to_float(value, instr);
	return instr->saturate ? saturated(value, instr) : value;
}

static void convert(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	static const int modes[PTX_MODES] = {
		[PTX_TO_ZERO] = FE_TOWARDZERO, [PTX_DOWN] = FE_DOWNWARD, [PTX_UP] = FE_UPWARD};
	if (modes[instr->mode])
		fesetround(modes[instr->mode]);
	for (int i = 0; i < PTX_LANES; i++) {
		if (!(lanes >> i & 1))
			continue;
		uint64_t result = converted(ptx_lane(warp, &instr->operand[1], i), instr);
		/* a register may be wider than the type: what is signed fills it */
		if (!is_float(instr->type))
			result = whole(result, instr->type);
		ptx_put_lane(warp, &instr->operand[0], i, result);
	}
	fesetround(FE_TONEAREST);
}

PtxHandler ptx_convert_handler(const PtxInstr *instr)
{
	if (instr->op != PTX_CVT)
		return NULL;
	for (size_t i = 0; i < sizeof fast / sizeof *fast; i++)
		if (fast[i].to == instr->type && fast[i].from == instr->from &&
		    fast[i].bits_to == instr->operand[0].bits &&
		    fast[i].bits_from == instr->operand[1].bits && !instr->flush &&
		    !instr->saturate && (instr->mode == PTX_PLAIN || instr->mode == PTX_NEAREST))
			return fast[i].handler;
	return convert;
}

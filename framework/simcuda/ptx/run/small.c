/* small.c - half and bfloat16, worked out in double precision, which holds products and sums of them
 * exactly, and rounded once. */
#include "framework/simcuda/ptx/run/small.h"

#include <math.h>
#include <string.h>

#include "framework/simcuda/ptx/run/warp.h"

typedef struct Format {
	int mantissa, least,
		most; /* bits; exponents of the smallest normal number and of the largest */
} Format;

static Format format_of(PtxType type)
{
	return type == PTX_BF16 || type == PTX_BF16X2 ? (Format){7, -126, 127}
						      : (Format){10, -14, 15};
}

double ptx_small_read(uint16_t bits, PtxType type)
{
	Format f = format_of(type);
	int exponent = (bits & 0x7fff) >> f.mantissa, fraction = bits & ((1 << f.mantissa) - 1);
	double value;
	if (exponent == f.most - f.least + 2)
		value = fraction ? NAN : INFINITY;
	else if (exponent == 0)
		value = ldexp(fraction, f.least - f.mantissa);
	else
		value = ldexp(fraction + (1 << f.mantissa), exponent - 1 + f.least - f.mantissa);
	return bits & 0x8000 ? -value : value;
}

static double rounded(double steps, bool negative, PtxMode rounding)
{
	switch (rounding) {
	case PTX_TO_ZERO:
		return floor(steps);
	case PTX_DOWN:
		return negative ? ceil(steps) : floor(steps);
	case PTX_UP:
		return negative ? floor(steps) : ceil(steps);
	default:
		return nearbyint(steps);
	}
}

uint16_t ptx_small_write(double value, PtxType type, PtxMode rounding)
{
	Format f = format_of(type);
	uint16_t sign = signbit(value) ? 0x8000 : 0,
		 infinite = (uint16_t)((f.most - f.least + 2) << f.mantissa);
	double size = fabs(value), steps;
	int exponent;
	if (isnan(value))
		return 0x7fff;
	if (isinf(value))
		return sign | infinite;
	frexp(size, &exponent);
	exponent = exponent - 1 < f.least || size == 0 ? f.least : exponent - 1;
	steps = rounded(ldexp(size, f.mantissa - exponent), sign, rounding);
	/* the steps carry into the exponent by themselves */
	long bits = (long)steps + ((long)(exponent - f.least) << f.mantissa);
	if (bits < infinite)
		return (uint16_t)(sign | bits);
	bool inward = rounding == PTX_TO_ZERO || (rounding == PTX_DOWN && !sign) ||
		      (rounding == PTX_UP && sign);
	return sign | (uint16_t)(inward ? infinite - 1 : infinite);
}

double ptx_number(uint64_t bits, PtxType type, bool flush)
{
	uint32_t single = (uint32_t)bits;
	double wide;
	float narrow;
	if (type == PTX_F64) {
		memcpy(&wide, &bits, sizeof wide);
		return wide;
	}
	if (type != PTX_F32)
		return ptx_small_read((uint16_t)bits, type);
	memcpy(&narrow, &single, sizeof narrow);
	return flush && fpclassify(narrow) == FP_SUBNORMAL ? copysignf(0, narrow) : narrow;
}

/* --- arithmetic ------------------------------------------------------------------------------------- */

/* x * y is exact in a double; of the sum that need not be so: its last bit then says that there is more, so
 * that rounding again is rounding once. */
static double fused(double x, double y, double z)
{
	double product = x * y, sum = product + z, of_z = sum - product;
	double rest = (product - (sum - of_z)) + (z - of_z);
	uint64_t bits;
	memcpy(&bits, &sum, sizeof bits);
	if (rest == 0 || isnan(rest) || bits & 1)
		return sum;
	bits += (rest > 0) == (sum > 0) ? 1 : UINT64_MAX;
	memcpy(&sum, &bits, sizeof sum);
	return sum;
}

static double result_of(const PtxInstr *instr, double x, double y, double z)
{
	switch (instr->op) {
	case PTX_ADD:
		return x + y;
	case PTX_SUB:
		return x - y;
	case PTX_MUL:
		return x * y;
	case PTX_FMA:
		return fused(x, y, z);
	case PTX_NEG:
		return -x;
	case PTX_ABS:
		return fabs(x);
	case PTX_EX2:
		return exp2(x);
	case PTX_TANH:
		return tanh(x);
	case PTX_MIN:
		return instr->nan && (isnan(x) || isnan(y)) ? NAN : fmin(x, y);
	default:
		return instr->nan && (isnan(x) || isnan(y)) ? NAN : fmax(x, y);
	}
}

static uint64_t halves(const PtxInstr *instr, uint64_t a, uint64_t b, uint64_t c)
{
	bool two = instr->type == PTX_F16X2 || instr->type == PTX_BF16X2;
	uint64_t result = 0;
	for (int shift = 0; shift <= (two ? 16 : 0); shift += 16) {
		double value = result_of(instr, ptx_small_read((uint16_t)(a >> shift), instr->type),
					 ptx_small_read((uint16_t)(b >> shift), instr->type),
					 ptx_small_read((uint16_t)(c >> shift), instr->type));
		if (instr->saturate)
			value = !(value > 0) ? 0 : value < 1 ? value : 1;
		result |= (uint64_t)ptx_small_write(value, instr->type, instr->mode) << shift;
	}
	return result;
}

static void small(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	for (int i = 0; i < PTX_LANES; i++)
		if (lanes >> i & 1)
			ptx_put_lane(warp, &instr->operand[0], i,
				     halves(instr, ptx_lane(warp, &instr->operand[1], i),
					    ptx_lane(warp, &instr->operand[2], i),
					    ptx_lane(warp, &instr->operand[3], i)));
}

PtxHandler ptx_half_handler(const PtxInstr *instr)
{
	if (instr->type < PTX_F16 || instr->type > PTX_BF16X2)
		return NULL;
	switch (instr->op) {
	case PTX_ADD:
	case PTX_SUB:
	case PTX_MUL:
	case PTX_FMA:
	case PTX_NEG:
	case PTX_ABS:
	case PTX_EX2:
	case PTX_TANH:
	case PTX_MIN:
	case PTX_MAX:
		return small;
	default:
		return NULL;
	}
}

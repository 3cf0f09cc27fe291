/* float.c - floating-point arithmetic.
 *
 * mul and add are not fused unless fma is asked for. The approximations (ex2, sin, ...) are worked out
 * in double precision and rounded once, which is closer than hardware's. */
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "framework/blas/host_cpu.h"
#include "framework/simcuda/ptx/run/warp.h"

#define TYPES(X)                                                                                   \
	X(f32, LaneF32, ptx_put32, fmaf)                                                           \
	X(f64, LaneF64, ptx_put64, fma)

#define DEFINE(op, name, T, put, expression)                                                       \
	static void op##_##name(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)              \
	{                                                                                          \
		PTX_SRC(T, a, 1);                                                                  \
		PTX_SRC(T, b, 2);                                                                  \
		T t[PTX_LANES];                                                                    \
		for (int i = 0; i < PTX_LANES; i++) {                                              \
			T x = a[i], y = b[i];                                                      \
			(void)y;                                                                   \
			t[i] = (expression);                                                       \
		}                                                                                  \
		put(warp, &instr->operand[0], t, lanes);                                           \
	}
#define FUSED(op, name, T, put, fused)                                                             \
	static void op##_##name(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)              \
	{                                                                                          \
		PTX_SRC(T, a, 1);                                                                  \
		PTX_SRC(T, b, 2);                                                                  \
		PTX_SRC(T, c, 3);                                                                  \
		T t[PTX_LANES];                                                                    \
		for (int i = 0; i < PTX_LANES; i++)                                                \
			t[i] = fused(a[i], b[i], c[i]);                                            \
		put(warp, &instr->operand[0], t, lanes);                                           \
	}
#define ALL(name, T, put, fused)                                                                   \
	DEFINE(add, name, T, put, x + y)                                                           \
	DEFINE(sub, name, T, put, x - y)                                                           \
	DEFINE(mul, name, T, put, x *y)                                                            \
	DEFINE(div, name, T, put, x / y)                                                           \
	FUSED(fma, name, T, put, fused)
TYPES(ALL)

#if defined __x86_64__ && defined __GNUC__
/* A product of matrices is nearly all fma: 4 times as fast with the instruction as with the library's
 * function (make bench). */
#define FMA_HERE 1
__attribute__((target("avx2,fma"))) static void fma_fast(PtxWarp *warp, const PtxInstr *instr,
							 uint32_t lanes)
{
	PTX_SRC(LaneF32, a, 1);
	PTX_SRC(LaneF32, b, 2);
	PTX_SRC(LaneF32, c, 3);
	LaneF32 t[PTX_LANES];
	for (int i = 0; i < PTX_LANES; i++)
		t[i] = __builtin_fmaf(a[i], b[i], c[i]);
	ptx_put32(warp, &instr->operand[0], t, lanes);
}
#endif

/* --- everything else: a lane at a time, in double precision where that is exact -------------------- */

static double smaller(double x, double y, bool nan)
{
	if (isnan(x) || isnan(y))
		return nan ? NAN : isnan(x) ? y : x;
	return x < y || (x == y && signbit(x)) ? x : y;
}

static double larger(double x, double y, bool nan)
{
	if (isnan(x) || isnan(y))
		return nan ? NAN : isnan(x) ? y : x;
	return x > y || (x == y && !signbit(x)) ? x : y;
}

static double of_double(const PtxInstr *instr, double x, double y, double z)
{
	switch (instr->op) {
	case PTX_ADD:
		return x + y;
	case PTX_SUB:
		return x - y;
	case PTX_MUL:
		return x * y;
	case PTX_DIV:
		return x / y;
	case PTX_FMA:
	case PTX_MAD:
		return fma(x, y, z);
	case PTX_RCP:
		return 1 / x;
	case PTX_SQRT:
		return sqrt(x);
	case PTX_RSQRT:
		return 1 / sqrt(x);
	case PTX_EX2:
		return exp2(x);
	case PTX_LG2:
		return log2(x);
	case PTX_SIN:
		return sin(x);
	case PTX_COS:
		return cos(x);
	case PTX_TANH:
		return tanh(x);
	case PTX_NEG:
		return -x;
	case PTX_ABS:
		return fabs(x);
	case PTX_MIN:
		return smaller(x, y, instr->nan);
	case PTX_MAX:
		return larger(x, y, instr->nan);
	default:
		return copysign(y, x);
	}
}

/* In the rounding that is set. Only where double precision would be rounded twice is it single. */
static float of_float(const PtxInstr *instr, float x, float y, float z)
{
	volatile float a = x, b = y, c = z, result;
	switch (instr->op) {
	case PTX_ADD:
		result = a + b;
		return result;
	case PTX_SUB:
		result = a - b;
		return result;
	case PTX_MUL:
		result = a * b;
		return result;
	case PTX_DIV:
		result = a / b;
		return result;
	case PTX_FMA:
	case PTX_MAD:
		result = fmaf(a, b, c);
		return result;
	case PTX_RCP:
		result = 1.0F / a;
		return result;
	case PTX_SQRT:
		result = sqrtf(a);
		return result;
	default:
		return (float)of_double(instr, x, y, z);
	}
}

static float flushed(float x, bool flush)
{
	return flush && fpclassify(x) == FP_SUBNORMAL ? copysignf(0, x) : x;
}

static void rounding_set(const PtxInstr *instr)
{
	static const int modes[PTX_MODES] = {
		[PTX_TO_ZERO] = FE_TOWARDZERO, [PTX_DOWN] = FE_DOWNWARD, [PTX_UP] = FE_UPWARD};
	if (modes[instr->mode])
		fesetround(modes[instr->mode]);
}

static float within_1(float x)
{
	return !(x > 0) ? 0 : x < 1 ? x : 1; /* a NaN becomes 0 */
}

static void each_float(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	PTX_SRC(LaneF32, a, 1);
	PTX_SRC(LaneF32, b, 2);
	PTX_SRC(LaneF32, c, 3);
	float t[PTX_LANES];
	bool flush = instr->flush;
	rounding_set(instr);
	for (int i = 0; i < PTX_LANES; i++) {
		if (!(lanes >> i & 1))
			continue;
		t[i] = flushed(of_float(instr, flushed(a[i], flush), flushed(b[i], flush),
					flushed(c[i], flush)),
			       flush);
		if (instr->saturate)
			t[i] = within_1(t[i]);
	}
	fesetround(FE_TONEAREST);
	ptx_put32(warp, &instr->operand[0], t, lanes);
}

static void each_double(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	PTX_SRC(LaneF64, a, 1);
	PTX_SRC(LaneF64, b, 2);
	PTX_SRC(LaneF64, c, 3);
	double t[PTX_LANES];
	rounding_set(instr);
	for (int i = 0; i < PTX_LANES; i++) {
		volatile double x = a[i], y = b[i], z = c[i];
		if (lanes >> i & 1)
			t[i] = of_double(instr, x, y, z);
	}
	fesetround(FE_TONEAREST);
	ptx_put64(warp, &instr->operand[0], t, lanes);
}

PtxHandler ptx_float_handler(const PtxInstr *instr)
{
	bool wide = instr->type == PTX_F64;
	bool plain = !instr->flush && !instr->saturate &&
		     (instr->mode == PTX_PLAIN || instr->mode == PTX_NEAREST ||
		      instr->mode == PTX_APPROX);
	if (instr->type != PTX_F32 && !wide)
		return NULL;
	switch (instr->op) {
	case PTX_ADD:
		return !plain ? (wide ? each_double : each_float) : wide ? add_f64 : add_f32;
	case PTX_SUB:
		return !plain ? (wide ? each_double : each_float) : wide ? sub_f64 : sub_f32;
	case PTX_MUL:
		return !plain ? (wide ? each_double : each_float) : wide ? mul_f64 : mul_f32;
	case PTX_DIV:
		return !plain ? (wide ? each_double : each_float) : wide ? div_f64 : div_f32;
	case PTX_FMA:
	case PTX_MAD:
#ifdef FMA_HERE
		if (plain && !wide && host_cpu_has_avx2())
			return fma_fast;
#endif
		return !plain ? (wide ? each_double : each_float) : wide ? fma_f64 : fma_f32;
	case PTX_RCP:
	case PTX_SQRT:
	case PTX_RSQRT:
	case PTX_EX2:
	case PTX_LG2:
	case PTX_SIN:
	case PTX_COS:
	case PTX_TANH:
	case PTX_NEG:
	case PTX_ABS:
	case PTX_MIN:
	case PTX_MAX:
	case PTX_COPYSIGN:
		return wide ? each_double : each_float;
	default:
		return NULL;
	}
}

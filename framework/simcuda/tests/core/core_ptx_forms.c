/* Each form of an instruction against C: integers of all sizes, floats in all roundings, conversions, bits. */
#include "framework/simcuda/tests/core/core_ptx_rig.h"

#include <fenv.h>

/* kinds of registers, by the tables of the rig */
enum { H, R, F, RD, D };

static double double_of(uint64_t bits)
{
	double x;
	memcpy(&x, &bits, sizeof x);
	return x;
}

static uint64_t bits_of_double(double x)
{
	uint64_t bits;
	memcpy(&bits, &x, sizeof bits);
	return bits;
}

/* --- integers ----------------------------------------------------------------------------------- */

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 WideU;

/* of T, whose unsigned type is U; the product of two is of W */
#define INTEGER(name, T, U, W)                                                                     \
	MODEL(add_##name, (U)((U)a + (U)b))                                                        \
	MODEL(sub_##name, (U)((U)a - (U)b))                                                        \
	MODEL(mul_##name, (U)((uint64_t)(U)a * (uint64_t)(U)b))                                    \
	MODEL(hi_##name, (U)((W)(T)a * (W)(T)b >> 8 * sizeof(T)))                                  \
	MODEL(mad_##name, (U)((uint64_t)(U)a * (uint64_t)(U)b + (U)c))                             \
	MODEL(mad_hi_##name, (U)((uint64_t)((W)(T)a * (W)(T)b >> 8 * sizeof(T)) + (U)c))           \
	MODEL(min_##name, (U)((T)a < (T)b ? a : b))                                                \
	MODEL(max_##name, (U)((T)a < (T)b ? b : a))                                                \
	MODEL(sad_##name, (U)((U)c + ((T)a < (T)b ? (U)b - (U)a : (U)a - (U)b)))
INTEGER(s16, int16_t, uint16_t, Wide)
INTEGER(u16, uint16_t, uint16_t, WideU)
INTEGER(s32, int32_t, uint32_t, Wide)
INTEGER(u32, uint32_t, uint32_t, WideU)
INTEGER(s64, int64_t, uint64_t, Wide)
INTEGER(u64, uint64_t, uint64_t, WideU)
#define INTEGER_CASES(name, kind)                                                                  \
	{"add." #name, kind, kind, 2, add_##name}, {"sub." #name, kind, kind, 2, sub_##name},      \
		{"mul.lo." #name, kind, kind, 2, mul_##name},                                      \
		{"mul.hi." #name, kind, kind, 2, hi_##name},                                       \
		{"mad.lo." #name, kind, kind, 3, mad_##name},                                      \
		{"mad.hi." #name, kind, kind, 3, mad_hi_##name},                                   \
		{"min." #name, kind, kind, 2, min_##name},                                         \
		{"max." #name, kind, kind, 2, max_##name},                                         \
	{                                                                                          \
		"sad." #name, kind, kind, 3, sad_##name                                            \
	}

#define LOGIC(bits, U)                                                                             \
	MODEL(and_##bits, (U)(a & b))                                                              \
	MODEL(or_##bits, (U)(a | b))                                                               \
	MODEL(xor_##bits, (U)(a ^ b))                                                              \
	MODEL(not_##bits, (U)~a)                                                                   \
	MODEL(cnot_##bits, (U)a == 0)
LOGIC(16, uint16_t)
LOGIC(32, uint32_t)
LOGIC(64, uint64_t)
#define LOGIC_CASES(bits, kind)                                                                    \
	{"and.b" #bits, kind, kind, 2, and_##bits}, {"or.b" #bits, kind, kind, 2, or_##bits},      \
		{"xor.b" #bits, kind, kind, 2, xor_##bits},                                        \
		{"not.b" #bits, kind, kind, 1, not_##bits},                                        \
	{                                                                                          \
		"cnot.b" #bits, kind, kind, 1, cnot_##bits                                         \
	}

MODEL(shr_s32, (uint32_t)((Wide)(int32_t)a >> ((uint32_t)b > 64 ? 64 : (uint32_t)b)))
MODEL(shr_u32, (uint32_t)b > 31 ? 0 : (uint32_t)a >> (uint32_t)b)
MODEL(neg_s16, (uint16_t)(0 - a))
MODEL(neg_s64, 0 - a)
MODEL(abs_s64, (int64_t)a < 0 ? 0 - a : a)
MODEL(wide_s16, (uint32_t)((int32_t)(int16_t)a *(int32_t)(int16_t)b))
MODEL(wide_u16, (uint32_t)(uint16_t)a *(uint32_t)(uint16_t)b)
MODEL(div_u64, b ? a / b : UINT64_MAX)
MODEL(rem_u64, b ? a % b : a)
MODEL(sat_add, (int64_t)(int32_t)a + (int32_t)b > INT32_MAX   ? INT32_MAX
	       : (int64_t)(int32_t)a + (int32_t)b < INT32_MIN ? (uint32_t)INT32_MIN
							      : (uint32_t)(a + b))
MODEL(mul24_u, (uint32_t)((a & 0xffffff) * (b & 0xffffff)))
MODEL(mul24_s_hi,
      (uint32_t)(((int64_t)(int32_t)(a << 8) >> 8) * ((int64_t)(int32_t)(b << 8) >> 8) >> 16))
MODEL(mad24_s,
      (uint32_t)(((int64_t)(int32_t)(a << 8) >> 8) * ((int64_t)(int32_t)(b << 8) >> 8) + c))

/* --- bits --------------------------------------------------------------------------------------- */

MODEL(popc_64, __builtin_popcountll(a))
MODEL(clz_64, a ? __builtin_clzll(a) : 64)

static uint64_t brev_32(uint64_t a, uint64_t b, uint64_t c)
{
	uint32_t x = (uint32_t)a, y = 0;
	(void)b, (void)c;
	for (int i = 0; i < 32; i++, x >>= 1)
		y = y << 1 | (x & 1);
	return y;
}

/* as the PTX ISA defines it, bit by bit */
static uint64_t field(uint64_t a, uint32_t at, uint32_t length, uint32_t bits, bool with_sign)
{
	uint32_t last = at + length - 1 < bits - 1 ? at + length - 1 : bits - 1;
	uint64_t sign = with_sign && length ? a >> last & 1 : 0, result = 0;
	for (uint32_t i = 0; i < bits; i++) {
		uint64_t bit = i < length && at + i < bits ? a >> (at + i) & 1 : sign;
		result |= bit << i;
	}
	return result;
}
MODEL(bfe_s32, field((uint32_t)a, (uint32_t)b & 255, (uint32_t)c & 255, 32, true))

static uint64_t prmt(uint64_t a, uint64_t b, uint64_t c)
{
	uint64_t result = 0;
	for (int i = 0; i < 4; i++) {
		unsigned pick = (unsigned)(c >> 4 * i), from = pick & 7;
		unsigned byte = (unsigned)((from < 4 ? a >> 8 * from : b >> 8 * (from - 4)) & 255);
		if (pick & 8)
			byte = byte & 128 ? 255 : 0;
		result |= (uint64_t)byte << 8 * i;
	}
	return result;
}

MODEL(shf_l_wrap, (uint32_t)((b << 32 | (uint32_t)a) << (c & 31) >> 32))
MODEL(shf_r_wrap, (uint32_t)(((uint64_t)(uint32_t)b << 32 | (uint32_t)a) >> (c & 31)))
MODEL(shf_r_clamp, (uint32_t)c > 31
			   ? (uint32_t)b
			   : (uint32_t)(((uint64_t)(uint32_t)b << 32 | (uint32_t)a) >> (c & 31)))
MODEL(shf_l_clamp,
      (uint32_t)c > 31 ? (uint32_t)a : (uint32_t)((b << 32 | (uint32_t)a) << (c & 31) >> 32))

static uint64_t bfind_s32(uint64_t a, uint64_t b, uint64_t c)
{
	uint32_t x = (int32_t)a < 0 ? ~(uint32_t)a : (uint32_t)a;
	(void)b, (void)c;
	for (int i = 31; i >= 0; i--)
		if (x >> i & 1)
			return (uint32_t)i;
	return UINT32_MAX;
}

static uint64_t dp4a_su(uint64_t a, uint64_t b, uint64_t c)
{
	int64_t sum = (int32_t)c;
	for (int i = 0; i < 4; i++)
		sum += (int64_t)(int8_t)(a >> 8 * i) * (uint8_t)(b >> 8 * i);
	return (uint32_t)sum;
}

static uint64_t dp2a_hi(uint64_t a, uint64_t b, uint64_t c)
{
	uint64_t sum = c;
	for (int i = 0; i < 2; i++)
		sum += (uint64_t)(uint16_t)(a >> 16 * i) * (uint8_t)(b >> (16 + 8 * i));
	return (uint32_t)sum;
}

static const Case integers[] = {
	INTEGER_CASES(s16, H),
	INTEGER_CASES(u16, H),
	INTEGER_CASES(s32, R),
	INTEGER_CASES(u32, R),
	INTEGER_CASES(s64, RD),
	INTEGER_CASES(u64, RD),
	LOGIC_CASES(16, H),
	LOGIC_CASES(32, R),
	LOGIC_CASES(64, RD),
	{"shr.u32", R, R, 2, shr_u32},
	{"shr.s32", R, R, 2, shr_s32},
	{"neg.s16", H, H, 1, neg_s16},
	{"neg.s64", RD, RD, 1, neg_s64},
	{"abs.s64", RD, RD, 1, abs_s64},
	{"mul.wide.s16", R, H, 2, wide_s16},
	{"mul.wide.u16", R, H, 2, wide_u16},
	{"div.u64", RD, RD, 2, div_u64},
	{"rem.u64", RD, RD, 2, rem_u64},
	{"add.sat.s32", R, R, 2, sat_add},
	{"mul24.lo.u32", R, R, 2, mul24_u},
	{"mul24.hi.s32", R, R, 2, mul24_s_hi},
	{"mad24.lo.s32", R, R, 3, mad24_s},
	{"popc.b64", R, RD, 1, popc_64},
	{"clz.b64", R, RD, 1, clz_64},
	{"brev.b32", R, R, 1, brev_32},
	{"bfe.s32", R, R, 3, bfe_s32},
	{"prmt.b32", R, R, 3, prmt},
	{"shf.l.wrap.b32", R, R, 3, shf_l_wrap},
	{"shf.r.wrap.b32", R, R, 3, shf_r_wrap},
	{"shf.l.clamp.b32", R, R, 3, shf_l_clamp},
	{"shf.r.clamp.b32", R, R, 3, shf_r_clamp},
	{"bfind.s32", R, R, 1, bfind_s32},
	{"dp4a.s32.u32", R, R, 3, dp4a_su},
	{"dp2a.hi.u32.u32", R, R, 3, dp2a_hi},
};

/* --- floats: the computer's own, in the rounding that is asked for -------------------------------- */

#define ROUNDED(name, way, of, to, expression)                                                     \
	static uint64_t name(uint64_t a, uint64_t b, uint64_t c)                                   \
	{                                                                                          \
		volatile __typeof__(of(0)) x = of(a), y = of(b), z = of(c), w;                     \
		fesetround(way);                                                                   \
		w = (expression);                                                                  \
		fesetround(FE_TONEAREST);                                                          \
		(void)y, (void)z;                                                                  \
		return to(w);                                                                      \
	}
#define ARITHMETIC(mode, way)                                                                      \
	ROUNDED(add_f32_##mode, way, float_of, bits_of, x + y)                                     \
	ROUNDED(sub_f32_##mode, way, float_of, bits_of, x - y)                                     \
	ROUNDED(mul_f32_##mode, way, float_of, bits_of, x *y)                                      \
	ROUNDED(div_f32_##mode, way, float_of, bits_of, x / y)                                     \
	ROUNDED(rcp_f32_##mode, way, float_of, bits_of, 1 / x)                                     \
	ROUNDED(sqrt_f32_##mode, way, float_of, bits_of, sqrtf(x))                                 \
	ROUNDED(fma_f32_##mode, way, float_of, bits_of, fmaf(x, y, z))                             \
	ROUNDED(add_f64_##mode, way, double_of, bits_of_double, x + y)                             \
	ROUNDED(mul_f64_##mode, way, double_of, bits_of_double, x *y)                              \
	ROUNDED(div_f64_##mode, way, double_of, bits_of_double, x / y)                             \
	ROUNDED(sqrt_f64_##mode, way, double_of, bits_of_double, sqrt(x))                          \
	ROUNDED(fma_f64_##mode, way, double_of, bits_of_double, fma(x, y, z))
ARITHMETIC(rn, FE_TONEAREST)
ARITHMETIC(rz, FE_TOWARDZERO)
ARITHMETIC(rm, FE_DOWNWARD)
ARITHMETIC(rp, FE_UPWARD)
#define ARITHMETIC_CASES(mode)                                                                     \
	{"add." #mode ".f32", F, F, 2, add_f32_##mode},                                            \
		{"sub." #mode ".f32", F, F, 2, sub_f32_##mode},                                    \
		{"mul." #mode ".f32", F, F, 2, mul_f32_##mode},                                    \
		{"div." #mode ".f32", F, F, 2, div_f32_##mode},                                    \
		{"rcp." #mode ".f32", F, F, 1, rcp_f32_##mode},                                    \
		{"sqrt." #mode ".f32", F, F, 1, sqrt_f32_##mode},                                  \
		{"fma." #mode ".f32", F, F, 3, fma_f32_##mode},                                    \
		{"add." #mode ".f64", D, D, 2, add_f64_##mode},                                    \
		{"mul." #mode ".f64", D, D, 2, mul_f64_##mode},                                    \
		{"div." #mode ".f64", D, D, 2, div_f64_##mode},                                    \
		{"sqrt." #mode ".f64", D, D, 1, sqrt_f64_##mode},                                  \
	{                                                                                          \
		"fma." #mode ".f64", D, D, 3, fma_f64_##mode                                       \
	}

MODEL(neg_f32, (uint32_t)a ^ 0x80000000)
MODEL(abs_f64, a & ~(UINT64_C(1) << 63))
MODEL(copysign_f32, ((uint32_t)a & 0x80000000) | ((uint32_t)b & 0x7fffffff))
/* A NaN, of either kind, counts for nothing; -0 is less than 0. */
static double less(double x, double y)
{
	if (isnan(x) || isnan(y))
		return isnan(x) ? y : x;
	return x < y || (x == y && signbit(x)) ? x : y;
}
MODEL(min_f32, bits_of((float)less((double)float_of(a), (double)float_of(b))))
MODEL(max_f64, bits_of_double(-less(-double_of(a), -double_of(b))))

/* to an integer of those limits, which are beyond its range by as little as a double shows */
static uint64_t whole(double x, double (*round)(double), double least, double beyond, uint64_t low,
		      uint64_t high)
{
	double y = round(x);
	if (isnan(x))
		return 0;
	if (y < least)
		return low;
	if (y >= beyond)
		return high;
	return y < 0 ? (uint64_t)(int64_t)y : (uint64_t)y;
}
#define TO_INTEGER(name, of, round)                                                                \
	MODEL(s32_##name, (uint32_t)whole(of(a), round, -0x1p31, 0x1p31, 0x80000000, INT32_MAX))   \
	MODEL(u32_##name, (uint32_t)whole(of(a), round, 0, 0x1p32, 0, UINT32_MAX))                 \
	MODEL(s64_##name, whole(of(a), round, -0x1p63, 0x1p63, (uint64_t)INT64_MIN, INT64_MAX))    \
	MODEL(u64_##name, whole(of(a), round, 0, 0x1p64, 0, UINT64_MAX))
TO_INTEGER(f32_rni, float_of, rint)
TO_INTEGER(f32_rzi, float_of, trunc)
TO_INTEGER(f32_rmi, float_of, floor)
TO_INTEGER(f32_rpi, float_of, ceil)
TO_INTEGER(f64_rni, double_of, rint)
TO_INTEGER(f64_rzi, double_of, trunc)
#define TO_INTEGER_CASES(mode, from, kind)                                                         \
	{"cvt." #mode ".s32." #from, R, kind, 1, s32_##from##_##mode},                             \
		{"cvt." #mode ".u32." #from, R, kind, 1, u32_##from##_##mode},                     \
		{"cvt." #mode ".s64." #from, RD, kind, 1, s64_##from##_##mode},                    \
	{                                                                                          \
		"cvt." #mode ".u64." #from, RD, kind, 1, u64_##from##_##mode                       \
	}

#define FROM_INTEGER_CASES(mode)                                                                   \
	{"cvt." #mode ".f32.s32", F, R, 1, f32_s32_##mode},                                        \
		{"cvt." #mode ".f32.u64", F, RD, 1, f32_u64_##mode},                               \
		{"cvt." #mode ".f64.s64", D, RD, 1, f64_s64_##mode},                               \
	{                                                                                          \
		"cvt." #mode ".f32.f64", F, D, 1, f32_f64_##mode                                   \
	}

#define FROM(name, way, T, R, to, expression)                                                      \
	static uint64_t name(uint64_t a, uint64_t b, uint64_t c)                                   \
	{                                                                                          \
		volatile T x = expression;                                                         \
		volatile R w;                                                                      \
		(void)b, (void)c;                                                                  \
		fesetround(way);                                                                   \
		w = (R)x;                                                                          \
		fesetround(FE_TONEAREST);                                                          \
		return to(w);                                                                      \
	}
#define FROMS(mode, way)                                                                           \
	FROM(f32_s32_##mode, way, int32_t, float, bits_of, (int32_t)a)                             \
	FROM(f32_u64_##mode, way, uint64_t, float, bits_of, a)                                     \
	FROM(f64_s64_##mode, way, int64_t, double, bits_of_double, (int64_t)a)                     \
	FROM(f32_f64_##mode, way, double, float, bits_of, double_of(a))
FROMS(rn, FE_TONEAREST)
FROMS(rz, FE_TOWARDZERO)
FROMS(rm, FE_DOWNWARD)
FROMS(rp, FE_UPWARD)

MODEL(sat_u8, (int32_t)a<0 ? 0 : (int32_t)a> 255 ? 255 : (uint32_t)a)
MODEL(sat_s16, (uint16_t)((int64_t)a > INT16_MAX   ? INT16_MAX
			  : (int64_t)a < INT16_MIN ? INT16_MIN
						   : (int64_t)a))
MODEL(sx_s8, (uint32_t)(int8_t)a)
MODEL(f64_f32, bits_of_double(float_of(a)))

static const Case floats[] = {
	ARITHMETIC_CASES(rn),
	ARITHMETIC_CASES(rz),
	ARITHMETIC_CASES(rm),
	ARITHMETIC_CASES(rp),
	{"neg.f32", F, F, 1, neg_f32},
	{"abs.f64", D, D, 1, abs_f64},
	{"copysign.f32", F, F, 2, copysign_f32},
	{"min.f32", F, F, 2, min_f32},
	{"max.f64", D, D, 2, max_f64},
	TO_INTEGER_CASES(rni, f32, F),
	TO_INTEGER_CASES(rzi, f32, F),
	TO_INTEGER_CASES(rmi, f32, F),
	TO_INTEGER_CASES(rpi, f32, F),
	TO_INTEGER_CASES(rni, f64, D),
	TO_INTEGER_CASES(rzi, f64, D),
	FROM_INTEGER_CASES(rn),
	FROM_INTEGER_CASES(rz),
	FROM_INTEGER_CASES(rm),
	FROM_INTEGER_CASES(rp),
	{"cvt.sat.u8.s32", R, R, 1, sat_u8},
	{"cvt.sat.s16.s64", H, RD, 1, sat_s16},
	{"cvt.s32.s8", R, R, 1, sx_s8},
	{"cvt.f64.f32", D, F, 1, f64_f32},
};

static void test_integers(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
		case_check(&integers[i], "");
}

static void test_floats(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
		case_check(&floats[i], "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_integers),
		cmocka_unit_test(test_floats),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

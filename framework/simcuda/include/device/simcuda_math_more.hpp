/* simcuda_math_more.hpp - the other functions of math.h for kernels. Part of simcuda_math.hpp, whose
 * exponential and logarithm they use. docs/kernels.md says how exact each one is. */
#ifndef SIMCUDA_MATH_MORE_HPP
#define SIMCUDA_MATH_MORE_HPP

/* a function of double precision; that of single precision is worked out by it, and rounded */
#define SIMCUDA_BY_DOUBLE_1(name)                                                                  \
	SIMCUDA_BOTH_1(name, (float)simcuda_##name((double)x), simcuda_##name(x))
#define SIMCUDA_BY_DOUBLE_2(name)                                                                  \
	SIMCUDA_BOTH_2(name, (float)simcuda_##name((double)x, (double)y), simcuda_##name(x, y))

#define SIMCUDA_PI   3.141592653589793
#define SIMCUDA_LN_2 0.6931471805599453

/* --- signs, parts, whole numbers -------------------------------------------------------------- */

SIMCUDA_BOTH_2(copysign, __builtin_copysignf(x, y), __builtin_copysign(x, y))
SIMCUDA_BOTH_2(fdim,
	       (x > y              ? x - y
		: x == x && y == y ? 0
				   : x + y),
	       (x > y              ? x - y
		: x == x && y == y ? 0
				   : x + y))

/* halves go away from 0 */
SIMCUDA_DEVICE double simcuda_round(double x)
{
	double whole = __nvvm_trunc_d(x);
	return __nvvm_fabs_d(x - whole) >= 0.5 ? whole + __builtin_copysign(1.0, x)
					       : __builtin_copysign(whole, x);
}

SIMCUDA_BY_DOUBLE_1(round)
SIMCUDA_BOTH_1(nearbyint, __builtin_rintf(x), __builtin_rint(x))

#define SIMCUDA_TO_WHOLE(name, to, by)                                                             \
	SIMCUDA_DEVICE to name##f(float x)                                                         \
	{                                                                                          \
		return (to)by(x);                                                                  \
	}                                                                                          \
	SIMCUDA_DEVICE to name(float x)                                                            \
	{                                                                                          \
		return (to)by(x);                                                                  \
	}                                                                                          \
	SIMCUDA_DEVICE to name(double x)                                                           \
	{                                                                                          \
		return (to)by(x);                                                                  \
	}
SIMCUDA_TO_WHOLE(lround, long, round)
SIMCUDA_TO_WHOLE(llround, long long, round)
SIMCUDA_TO_WHOLE(lrint, long, rint)
SIMCUDA_TO_WHOLE(llrint, long long, rint)

/* Exact: y, times powers of two, is taken off as often as it goes. */
SIMCUDA_DEVICE double simcuda_fmod(double x, double y)
{
	double a = __nvvm_fabs_d(x), b = __nvvm_fabs_d(y);
	if (x != x || y != y || b == 0 || a == __builtin_inf())
		return __builtin_nan("");
	while (a >= b) {
		double step = b;
		while (step <= a * 0.5)
			step *= a * 0.5 >= step * 1048576.0 ? 1048576.0 : 2.0;
		a -= step;
	}
	return __builtin_copysign(a, x);
}

/* What is left of the nearest multiple; of two, of the even one. */
SIMCUDA_DEVICE double simcuda_remainder(double x, double y)
{
	double b = __nvvm_fabs_d(y), sign = __builtin_copysign(1.0, x);
	if (x != x || y != y || b == 0 || __nvvm_fabs_d(x) == __builtin_inf())
		return __builtin_nan("");
	double a = __nvvm_fabs_d(b < 8e307 ? simcuda_fmod(x, 2 * b) : x);
	if (b < 4.5e-308 ? a + a > b : a > 0.5 * b) {
		a -= b;
		if (b < 4.5e-308 ? a + a >= b : a >= 0.5 * b)
			a -= b;
	}
	return a == 0 ? __builtin_copysign(0.0, x) : sign * a;
}

SIMCUDA_BY_DOUBLE_2(fmod)
SIMCUDA_BY_DOUBLE_2(remainder)

SIMCUDA_DEVICE double ldexp(double x, int n)
{
	n = n > 2200 ? 2200 : n < -2200 ? -2200 : n;
	for (; n > 1000; n -= 1000)
		x *= simcuda_power_of_two(1000);
	/* not below the normal numbers but in the last step, or it would be rounded twice */
	for (; n < -960; n += 900)
		x *= simcuda_power_of_two(-900);
	return x * simcuda_power_of_two(n);
}

SIMCUDA_DEVICE float ldexpf(float x, int n)
{
	return (float)ldexp((double)x, n);
}

SIMCUDA_DEVICE float ldexp(float x, int n)
{
	return ldexpf(x, n);
}

SIMCUDA_DEVICE double scalbn(double x, int n)
{
	return ldexp(x, n);
}

SIMCUDA_DEVICE float scalbnf(float x, int n)
{
	return ldexpf(x, n);
}

SIMCUDA_DEVICE double frexp(double x, int *exponent)
{
	*exponent = 0;
	if (x == 0 || x != x || __nvvm_fabs_d(x) == __builtin_inf())
		return x;
	if (__nvvm_fabs_d(x) < 2.2250738585072014e-308) {
		x *= 18014398509481984.0;
		*exponent = -54;
	}
	long long bits = __builtin_bit_cast(long long, x);
	*exponent += (int)(bits >> 52 & 2047) - 1022;
	return __builtin_bit_cast(double, (bits & ~(2047ll << 52)) | 1022ll << 52);
}

SIMCUDA_DEVICE float frexpf(float x, int *exponent)
{
	return (float)frexp((double)x, exponent);
}

SIMCUDA_DEVICE double modf(double x, double *whole)
{
	*whole = __nvvm_trunc_d(x);
	return __builtin_copysign(__nvvm_fabs_d(x) == __builtin_inf() ? 0 : x - *whole, x);
}

SIMCUDA_DEVICE float modff(float x, float *whole)
{
	*whole = __nvvm_trunc_f(x);
	return __builtin_copysignf(__nvvm_fabs_f(x) == __builtin_inff() ? 0 : x - *whole, x);
}

/* --- roots ------------------------------------------------------------------------------------ */

/* Scaled, so that the squares neither overflow nor vanish. */
SIMCUDA_DEVICE double simcuda_hypot(double x, double y)
{
	double a = __nvvm_fabs_d(x), b = __nvvm_fabs_d(y), scale = 1;
	if (a == __builtin_inf() || b == __builtin_inf())
		return __builtin_inf();
	double most = a > b ? a : b;
	if (most > 1e150)
		scale = simcuda_power_of_two(-600);
	else if (most < 1e-150)
		scale = simcuda_power_of_two(600);
	a *= scale;
	b *= scale;
	return __nvvm_sqrt_rn_d(fma(a, a, b * b)) / scale;
}

/* A first value by the logarithm, and a step of Newton's. */
SIMCUDA_DEVICE double simcuda_cbrt(double x)
{
	double a = __nvvm_fabs_d(x);
	if (x == 0 || x != x || a == __builtin_inf())
		return x;
	double scale = a < 1e-290 ? simcuda_power_of_two(300) : 1;
	double y = simcuda_exp(simcuda_log(a * scale) * (1.0 / 3));
	double square = y * y;
	y -= fma(y, square, -a * scale) / (3 * square);
	return __builtin_copysign(scale > 1 ? y * simcuda_power_of_two(-100) : y, x);
}

SIMCUDA_BY_DOUBLE_2(hypot)
SIMCUDA_BY_DOUBLE_1(cbrt)
SIMCUDA_BOTH_1(rcbrt, (float)(1 / simcuda_cbrt((double)x)), 1 / simcuda_cbrt(x))
SIMCUDA_BOTH_2(rhypot, (float)(1 / simcuda_hypot((double)x, (double)y)), 1 / simcuda_hypot(x, y))

SIMCUDA_DEVICE float norm3df(float x, float y, float z)
{
	return (float)__nvvm_sqrt_rn_d((double)x * x + (double)y * y + (double)z * z);
}

/* --- exponentials and hyperbolic functions ----------------------------------------------------- */

/* e^x - 1 */
SIMCUDA_DEVICE double simcuda_expm1(double x)
{
	if (x != x || x > 709.79)
		return x != x ? x : __builtin_inf();
	if (x < -40)
		return -1;
	double n = __builtin_rint(x * 1.4426950408889634);
	double r = fma(-n, 1.9082149292705877e-10, fma(-n, 6.93147180369123816490e-01, x));
	double sum = 1.1470745597729725e-11;
	sum = fma(sum, r, 1.6059043836821613e-10);
	sum = fma(sum, r, 2.08767569878681e-09);
	sum = fma(sum, r, 2.505210838544172e-08);
	sum = fma(sum, r, 2.755731922398589e-07);
	sum = fma(sum, r, 2.7557319223985893e-06);
	sum = fma(sum, r, 2.48015873015873e-05);
	sum = fma(sum, r, 1.984126984126984e-04);
	sum = fma(sum, r, 1.388888888888889e-03);
	sum = fma(sum, r, 8.333333333333333e-03);
	sum = fma(sum, r, 4.1666666666666664e-02);
	sum = fma(sum, r, 1.6666666666666666e-01);
	sum = fma(sum, r, 0.5);
	sum = fma(sum * r, r, r);
	if (n == 0)
		return sum;
	double half = simcuda_power_of_two((int)n - 1); /* 2^n may be too large */
	return 2 * fma(half, sum, half - 0.5);
}

/* log(1 + x): what was rounded off in 1 + x is put back */
SIMCUDA_DEVICE double simcuda_log1p(double x)
{
	double u = 1 + x;
	if (u == 1 || x != x || x == __builtin_inf())
		return x;
	if (u <= 0)
		return simcuda_log(u);
	double lost = x < 1 ? x - (u - 1) : 1 - (u - x);
	return simcuda_log(u) + lost / u;
}

SIMCUDA_DEVICE double simcuda_sinh(double x)
{
	double a = __nvvm_fabs_d(x), t = simcuda_expm1(a), y;
	if (a > 709) {
		t = simcuda_exp(0.5 * a);
		y = 0.5 * t * t;
	} else {
		y = a < 1 ? 0.5 * (t + t / (t + 1)) : 0.5 * (t + 1 - 1 / (t + 1));
	}
	return __builtin_copysign(y, x);
}

SIMCUDA_DEVICE double simcuda_cosh(double x)
{
	double a = __nvvm_fabs_d(x), t = simcuda_exp(a > 709 ? 0.5 * a : a);
	return a > 709 ? 0.5 * t * t : 0.5 * t + 0.5 / t;
}

SIMCUDA_DEVICE double simcuda_tanh(double x)
{
	double a = __nvvm_fabs_d(x), t = simcuda_expm1(2 * a);
	return __builtin_copysign(a > 22 ? 1 : a < 1e-9 ? a : t / (t + 2), x);
}

SIMCUDA_DEVICE double simcuda_asinh(double x)
{
	double a = __nvvm_fabs_d(x), y;
	if (a > 1e9)
		y = simcuda_log(a) + SIMCUDA_LN_2;
	else
		y = simcuda_log1p(a + a * a / (1 + __nvvm_sqrt_rn_d(fma(a, a, 1))));
	return __builtin_copysign(a < 1e-9 ? a : y, x);
}

SIMCUDA_DEVICE double simcuda_acosh(double x)
{
	double t = x - 1;
	return x > 1e9 ? simcuda_log(x) + SIMCUDA_LN_2
		       : simcuda_log1p(t + __nvvm_sqrt_rn_d(fma(t, t, 2 * t)));
}

SIMCUDA_DEVICE double simcuda_atanh(double x)
{
	double a = __nvvm_fabs_d(x);
	return __builtin_copysign(a < 1e-9 ? a : 0.5 * simcuda_log1p(2 * a / (1 - a)), x);
}

SIMCUDA_BY_DOUBLE_1(expm1)
SIMCUDA_BY_DOUBLE_1(log1p)
SIMCUDA_BY_DOUBLE_1(sinh)
SIMCUDA_BY_DOUBLE_1(cosh)
SIMCUDA_BY_DOUBLE_1(tanh)
SIMCUDA_BY_DOUBLE_1(asinh)
SIMCUDA_BY_DOUBLE_1(acosh)
SIMCUDA_BY_DOUBLE_1(atanh)
/* The product with log(10) in two parts. */
SIMCUDA_DEVICE double simcuda_exp10(double x)
{
	double product = x * 2.302585092994046, size = simcuda_exp(product);
	double rest = fma(x, 2.302585092994046, -product) + x * -2.1707562233822494e-16;
	return size > 0 && size < __builtin_inf() ? fma(size, rest, size) : size;
}

SIMCUDA_BY_DOUBLE_1(exp10)

/* --- angles ----------------------------------------------------------------------------------- */

SIMCUDA_DEVICE double simcuda_tan(double x)
{
	double cosine = simcuda_turn(x, 1);
	return simcuda_turn(x, 0) / cosine;
}

/* of a from 0 to 1: the nearest quarter's, and the series of what is left, |t| up to 1/8 */
SIMCUDA_DEVICE double simcuda_atan_part(double a)
{
	double at = __builtin_rint(4 * a) * 0.25;
	double high = at == 0      ? 0
		      : at == 0.25 ? 0.24497866312686414
		      : at == 0.5  ? 0.4636476090008061
		      : at == 0.75 ? 0.6435011087932844
				   : 0.7853981633974483;
	double low = at == 0      ? 0
		     : at == 0.25 ? 1.0698755618734451e-17
		     : at == 0.5  ? 2.2698777452961687e-17
		     : at == 0.75 ? 1.5834785051444286e-17
				  : 3.061616997868383e-17;
	double t = (a - at) / fma(a, at, 1), s = t * t, sum = 1.0 / 21;
	sum = fma(sum, s, -1.0 / 19);
	sum = fma(sum, s, 1.0 / 17);
	sum = fma(sum, s, -1.0 / 15);
	sum = fma(sum, s, 1.0 / 13);
	sum = fma(sum, s, -1.0 / 11);
	sum = fma(sum, s, 1.0 / 9);
	sum = fma(sum, s, -1.0 / 7);
	sum = fma(sum, s, 1.0 / 5);
	sum = fma(sum, s, -1.0 / 3);
	return high + (fma(sum * s, t, low) + t);
}

SIMCUDA_DEVICE double simcuda_atan(double x)
{
	double a = __nvvm_fabs_d(x);
	double y = a > 1 ? 1.5707963267948966 - (simcuda_atan_part(1 / a) - 6.123233995736766e-17)
			 : simcuda_atan_part(a);
	return __builtin_copysign(y, x);
}

SIMCUDA_DEVICE double simcuda_atan2(double y, double x)
{
	double a = __nvvm_fabs_d(y), b = __nvvm_fabs_d(x), angle;
	if (x != x || y != y)
		return x + y;
	if (a == b)
		angle = a == 0 ? 0 : 0.7853981633974483;
	else if (a < b)
		angle = simcuda_atan_part(a / b);
	else
		angle = 1.5707963267948966 - (simcuda_atan_part(b / a) - 6.123233995736766e-17);
	if (__builtin_copysign(1.0, x) < 0)
		angle = SIMCUDA_PI - (angle - 1.2246467991473532e-16);
	return __builtin_copysign(angle, y);
}

SIMCUDA_DEVICE double simcuda_asin(double x)
{
	double a = __nvvm_fabs_d(x), y;
	if (a > 1 || x != x)
		return __builtin_nan("");
	y = a < 0.5 ? simcuda_atan_part(a / __nvvm_sqrt_rn_d((1 - a) * (1 + a)))
		    : 1.5707963267948966 -
			      (2 * simcuda_atan_part(__nvvm_sqrt_rn_d((1 - a) / (1 + a))) -
			       6.123233995736766e-17);
	return __builtin_copysign(y, x);
}

SIMCUDA_DEVICE double simcuda_acos(double x)
{
	double a = __nvvm_fabs_d(x);
	if (a > 1 || x != x)
		return __builtin_nan("");
	if (a < 0.5)
		return 1.5707963267948966 - (simcuda_asin(x) - 6.123233995736766e-17);
	double y = 2 * simcuda_atan_part(__nvvm_sqrt_rn_d((1 - a) / (1 + a)));
	return x > 0 ? y : SIMCUDA_PI - (y - 1.2246467991473532e-16);
}

SIMCUDA_BY_DOUBLE_1(tan)
SIMCUDA_BY_DOUBLE_1(atan)
SIMCUDA_BY_DOUBLE_2(atan2)
SIMCUDA_BY_DOUBLE_1(asin)
SIMCUDA_BY_DOUBLE_1(acos)

/* of x times pi: x less its multiple of 2 is exact */
SIMCUDA_DEVICE double simcuda_sinpi(double x)
{
	double r = x - 2 * __builtin_rint(0.5 * x);
	r = r > 0.5 ? 1 - r : r < -0.5 ? -1 - r : r;
	return simcuda_turn(r * SIMCUDA_PI, 0);
}

SIMCUDA_DEVICE double simcuda_cospi(double x)
{
	double r = __nvvm_fabs_d(x - 2 * __builtin_rint(0.5 * x));
	return r > 0.25 && r < 0.75 ? simcuda_turn((0.5 - r) * SIMCUDA_PI, 0)
				    : simcuda_turn(r * SIMCUDA_PI, 1);
}

SIMCUDA_BY_DOUBLE_1(sinpi)
SIMCUDA_BY_DOUBLE_1(cospi)

SIMCUDA_DEVICE void sincos(double x, double *sine, double *cosine)
{
	*sine = simcuda_turn(x, 0);
	*cosine = simcuda_turn(x, 1);
}

SIMCUDA_DEVICE void sincosf(float x, float *sine, float *cosine)
{
	*sine = sinf(x);
	*cosine = cosf(x);
}

SIMCUDA_DEVICE void sincospi(double x, double *sine, double *cosine)
{
	*sine = sinpi(x);
	*cosine = cospi(x);
}
SIMCUDA_DEVICE void sincospif(float x, float *sine, float *cosine)
{
	*sine = sinpif(x);
	*cosine = cospif(x);
}
SIMCUDA_DEVICE void __sincosf(float x, float *sine, float *cosine)
{
	*sine = __nvvm_sin_approx_f(x);
	*cosine = __nvvm_cos_approx_f(x);
}

#include "simcuda_math_gamma.hpp"

#endif

/* simcuda_math.hpp - functions of math.h for kernels. Part of simcuda_kernels.hpp.
 *
 * CUDA's own are NVIDIA's (libdevice), so these have bodies of their own: single precision is worked
 * out in double precision and rounded once. docs/kernels.md says how exact each one is. */
#ifndef SIMCUDA_MATH_HPP
#define SIMCUDA_MATH_HPP

#define SIMCUDA_MATH_1(name, type, expression)                                                     \
	SIMCUDA_DEVICE type name(type x)                                                           \
	{                                                                                          \
		return expression;                                                                 \
	}
#define SIMCUDA_MATH_2(name, type, expression)                                                     \
	SIMCUDA_DEVICE type name(type x, type y)                                                   \
	{                                                                                          \
		return expression;                                                                 \
	}
/* What is no floating-point number counts as a double, and so do two numbers of different types. */
template <bool> struct simcuda_double_if {
};
template <> struct simcuda_double_if<true> {
	typedef double type;
};

template <class T> struct simcuda_number {
	static const bool integral = __is_integral(T);
	static const bool value = __is_integral(T) || __is_floating_point(T);
};
#define SIMCUDA_IS_NUMBER(T) simcuda_number<T>::value

/* The C names, and the C++ ones for all types. */
#define SIMCUDA_BOTH_1(name, single, twice)                                                        \
	SIMCUDA_MATH_1(name##f, float, single)                                                     \
	SIMCUDA_MATH_1(name, float, single)                                                        \
	SIMCUDA_MATH_1(name, double, twice)                                                        \
	template <class T>                                                                         \
	SIMCUDA_DEVICE typename simcuda_double_if<simcuda_number<T>::integral>::type name(T x)     \
	{                                                                                          \
		return name((double)x);                                                            \
	}
#define SIMCUDA_BOTH_2(name, single, twice)                                                        \
	SIMCUDA_MATH_2(name##f, float, single)                                                     \
	SIMCUDA_MATH_2(name, float, single)                                                        \
	SIMCUDA_MATH_2(name, double, twice)                                                        \
	template <class T, class U>                                                                \
	SIMCUDA_DEVICE                                                                             \
		typename simcuda_double_if<SIMCUDA_IS_NUMBER(T) && SIMCUDA_IS_NUMBER(U)>::type     \
		name(T x, U y)                                                                     \
	{                                                                                          \
		return name((double)x, (double)y);                                                 \
	}

SIMCUDA_BOTH_1(fabs, __nvvm_fabs_f(x), __nvvm_fabs_d(x))
SIMCUDA_BOTH_1(sqrt, __nvvm_sqrt_rn_f(x), __nvvm_sqrt_rn_d(x))
SIMCUDA_BOTH_1(rsqrt, (float)(1 / __nvvm_sqrt_rn_d((double)x)), 1 / __nvvm_sqrt_rn_d(x))
SIMCUDA_BOTH_1(floor, __nvvm_floor_f(x), __nvvm_floor_d(x))
SIMCUDA_BOTH_1(ceil, __nvvm_ceil_f(x), __nvvm_ceil_d(x))
SIMCUDA_BOTH_1(trunc, __nvvm_trunc_f(x), __nvvm_trunc_d(x))
SIMCUDA_BOTH_1(rint, __builtin_rintf(x), __builtin_rint(x))
SIMCUDA_BOTH_2(fmin, __nvvm_fmin_f(x, y), __nvvm_fmin_d(x, y))
SIMCUDA_BOTH_2(fmax, __nvvm_fmax_f(x, y), __nvvm_fmax_d(x, y))

SIMCUDA_DEVICE float fmaf(float x, float y, float z)
{
	return __nvvm_fma_rn_f(x, y, z);
}

SIMCUDA_DEVICE double fma(double x, double y, double z)
{
	return __nvvm_fma_rn_d(x, y, z);
}

#define SIMCUDA_ORDER(type)                                                                        \
	SIMCUDA_MATH_2(min, type, (y < x ? y : x))                                                 \
	SIMCUDA_MATH_2(max, type, (x < y ? y : x))
SIMCUDA_ORDER(int)
SIMCUDA_ORDER(unsigned)
SIMCUDA_ORDER(long)
SIMCUDA_ORDER(unsigned long)
SIMCUDA_ORDER(long long)
SIMCUDA_ORDER(unsigned long long)
SIMCUDA_MATH_2(min, float, __nvvm_fmin_f(x, y))
SIMCUDA_MATH_2(max, float, __nvvm_fmax_f(x, y))
SIMCUDA_MATH_2(min, double, __nvvm_fmin_d(x, y))
SIMCUDA_MATH_2(max, double, __nvvm_fmax_d(x, y))
SIMCUDA_MATH_2(umin, unsigned, (y < x ? y : x))
SIMCUDA_MATH_2(umax, unsigned, (x < y ? y : x))
SIMCUDA_MATH_2(llmin, long long, (y < x ? y : x))
SIMCUDA_MATH_2(llmax, long long, (x < y ? y : x))
SIMCUDA_MATH_2(ullmin, unsigned long long, (y < x ? y : x))
SIMCUDA_MATH_2(ullmax, unsigned long long, (x < y ? y : x))
/* CUDA has these two for the host as well */
#define SIMCUDA_HOST_ORDER(type, smaller, larger)                                                  \
	static __inline__ __attribute__((host, unused)) type min(type x, type y)                   \
	{                                                                                          \
		return smaller;                                                                    \
	}                                                                                          \
	static __inline__ __attribute__((host, unused)) type max(type x, type y)                   \
	{                                                                                          \
		return larger;                                                                     \
	}
SIMCUDA_HOST_ORDER(int, y < x ? y : x, x < y ? y : x)
SIMCUDA_HOST_ORDER(unsigned, y < x ? y : x, x < y ? y : x)
SIMCUDA_HOST_ORDER(long, y < x ? y : x, x < y ? y : x)
SIMCUDA_HOST_ORDER(unsigned long, y < x ? y : x, x < y ? y : x)
SIMCUDA_HOST_ORDER(long long, y < x ? y : x, x < y ? y : x)
SIMCUDA_HOST_ORDER(unsigned long long, y < x ? y : x, x < y ? y : x)
SIMCUDA_HOST_ORDER(float, __builtin_fminf(x, y), __builtin_fmaxf(x, y))
SIMCUDA_HOST_ORDER(double, __builtin_fmin(x, y), __builtin_fmax(x, y))
#undef SIMCUDA_HOST_ORDER
/* and these of two types, as in min(256, n - blockIdx.x * 256): both numbers count as unsigned */
#define SIMCUDA_MIXED_ORDER(name, type)                                                            \
	static __inline__ __attribute__((host, device, unused)) unsigned type name(                \
		type x, unsigned type y)                                                           \
	{                                                                                          \
		return name((unsigned type)x, y);                                                  \
	}                                                                                          \
	static __inline__ __attribute__((host, device, unused)) unsigned type name(                \
		unsigned type x, type y)                                                           \
	{                                                                                          \
		return name(x, (unsigned type)y);                                                  \
	}
SIMCUDA_MIXED_ORDER(min, int)
SIMCUDA_MIXED_ORDER(max, int)
SIMCUDA_MIXED_ORDER(min, long)
SIMCUDA_MIXED_ORDER(max, long)
SIMCUDA_MIXED_ORDER(min, long long)
SIMCUDA_MIXED_ORDER(max, long long)
#undef SIMCUDA_MIXED_ORDER
SIMCUDA_MATH_1(abs, int, (x < 0 ? -x : x))
SIMCUDA_MATH_1(abs, float, __nvvm_fabs_f(x))
SIMCUDA_MATH_1(abs, double, __nvvm_fabs_d(x))

/* --- exponentials ----------------------------------------------------------------------------- */

/* 2 to the n, for n of normal numbers */
SIMCUDA_DEVICE double simcuda_power_of_two(int n)
{
	return __builtin_bit_cast(double, (long long)(n + 1023) << 52);
}

/* e^r 2^n for r up to half of ln 2: a polynomial, in which the next term is below 2^-57 */
SIMCUDA_DEVICE double simcuda_scaled_exp(double r, double n)
{
	double sum = 1.6059043836821613e-10;
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
	sum = fma(sum * r, r, r) + 1;
	int half = (int)n / 2; /* in two steps, as the result may be subnormal */
	return sum * simcuda_power_of_two(half) * simcuda_power_of_two((int)n - half);
}

SIMCUDA_DEVICE double simcuda_exp(double x)
{
	if (x != x)
		return x;
	if (x > 709.79)
		return __builtin_inf();
	if (x < -746)
		return 0;
	double n = __builtin_rint(x * 1.4426950408889634);
	return simcuda_scaled_exp(
		fma(-n, 1.9082149292705877e-10, fma(-n, 6.93147180369123816490e-01, x)), n);
}

SIMCUDA_DEVICE double simcuda_exp2(double x)
{
	if (x != x || x >= 1024)
		return x != x ? x : __builtin_inf();
	if (x < -1076)
		return 0;
	double n = __builtin_rint(x);
	return simcuda_scaled_exp((x - n) * 0.6931471805599453, n);
}

/* x = m * 2^n with m around 1, and the series of atanh((m - 1) / (m + 1)) */
SIMCUDA_DEVICE double simcuda_log(double x)
{
	int n = 0;
	if (x != x || x == __builtin_inf())
		return x;
	if (x <= 0)
		return x < 0 ? __builtin_nan("") : -__builtin_inf();
	if (x < 2.2250738585072014e-308) {
		x *= 18014398509481984.0;
		n = -54;
	}
	long long bits = __builtin_bit_cast(long long, x);
	n += (int)(bits >> 52) - 1023;
	double m = __builtin_bit_cast(double, (bits & 0xfffffffffffff) | 0x3ff0000000000000);
	if (m > 1.4142135623730951) {
		m *= 0.5;
		n++;
	}
	double s = (m - 1) / (m + 1), t = s * s, sum = 1.0 / 23;
	sum = fma(sum, t, 1.0 / 21);
	sum = fma(sum, t, 1.0 / 19);
	sum = fma(sum, t, 1.0 / 17);
	sum = fma(sum, t, 1.0 / 15);
	sum = fma(sum, t, 1.0 / 13);
	sum = fma(sum, t, 1.0 / 11);
	sum = fma(sum, t, 1.0 / 9);
	sum = fma(sum, t, 1.0 / 7);
	sum = fma(sum, t, 1.0 / 5);
	sum = fma(sum, t, 1.0 / 3);
	double low = fma((double)n, 1.9082149292705877e-10, 2 * s * t * sum);
	return fma((double)n, 6.93147180369123816490e-01, 2 * s + low);
}

/* e^(y log x) for x above 0. The logarithm is in two parts, and so is the product, or an error in the
 * last place would grow with the exponent. */
SIMCUDA_DEVICE double simcuda_power(double x, double y)
{
	int n = 0;
	if (x < 2.2250738585072014e-308) {
		x *= 18014398509481984.0;
		n = -54;
	}
	long long bits = __builtin_bit_cast(long long, x);
	n += (int)(bits >> 52) - 1023;
	double m = __builtin_bit_cast(double, (bits & 0xfffffffffffff) | 0x3ff0000000000000);
	if (m > 1.4142135623730951) {
		m *= 0.5;
		n++;
	}
	double d = m + 1, d_low = m - (d - 1), s = (m - 1) / d, t = s * s, sum = 1.0 / 23;
	double s_low = (fma(-s, d, m - 1) - s * d_low) / d;
	sum = fma(sum, t, 1.0 / 21);
	sum = fma(sum, t, 1.0 / 19);
	sum = fma(sum, t, 1.0 / 17);
	sum = fma(sum, t, 1.0 / 15);
	sum = fma(sum, t, 1.0 / 13);
	sum = fma(sum, t, 1.0 / 11);
	sum = fma(sum, t, 1.0 / 9);
	sum = fma(sum, t, 1.0 / 7);
	sum = fma(sum, t, 1.0 / 5);
	sum = fma(sum, t, 1.0 / 3);
	double whole = n * 6.93147180369123816490e-01, high = whole + 2 * s;
	double low = n == 0 ? 0 : whole - high + 2 * s;
	low += fma((double)n, 1.9082149292705877e-10, 2 * (s_low + s * t * sum));
	double all = high + low;
	low -= all - high;
	high = all;
	double product = y * high, rest = fma(y, high, -product) + y * low,
	       size = simcuda_exp(product);
	return size > 0 && size < __builtin_inf() ? fma(size, rest, size) : size;
}

/* of finite x other than 0, without the sign */
SIMCUDA_DEVICE double simcuda_pow(double x, double y)
{
	double whole = __builtin_trunc(y);
	bool odd = whole == y && fabs(y) < 9007199254740992.0 && ((long long)whole & 1);
	if (y == 0 || x == 1)
		return 1;
	if (x != x || y != y)
		return x + y;
	if (x < 0 && whole != y && fabs(y) < __builtin_inf() && fabs(x) < __builtin_inf())
		return __builtin_nan("");
	bool plain = x != 0 && fabs(x) < __builtin_inf() && fabs(y) < __builtin_inf();
	double size = plain ? simcuda_power(fabs(x), y) : simcuda_exp(y * simcuda_log(fabs(x)));
	if (x == -1 && fabs(y) == __builtin_inf())
		return 1;
	return odd && (x < 0 || 1 / x < 0) ? -size : size;
}

SIMCUDA_BOTH_1(exp, (float)simcuda_exp((double)x), simcuda_exp(x))
SIMCUDA_BOTH_1(log, (float)simcuda_log((double)x), simcuda_log(x))
SIMCUDA_BOTH_1(exp2, (float)simcuda_exp2((double)x), simcuda_exp2(x))
SIMCUDA_BOTH_1(log2, (float)(simcuda_log((double)x) * 1.4426950408889634),
	       simcuda_log(x) * 1.4426950408889634)
SIMCUDA_BOTH_1(log10, (float)(simcuda_log((double)x) * 0.4342944819032518),
	       simcuda_log(x) * 0.4342944819032518)
SIMCUDA_BOTH_2(pow, (float)simcuda_pow((double)x, (double)y), simcuda_pow(x, y))

/* --- sine and cosine -------------------------------------------------------------------------- */

/* The quarter turns in x, and what is left; exact enough below 2^31. */
SIMCUDA_DEVICE int simcuda_quarter(double x, double *rest)
{
	double n = __builtin_rint(x * 0.6366197723675814);
	double r = fma(-n, 1.5707963267948966, x);
	*rest = fma(-n, 6.123233995736766e-17, r);
	return (int)((long long)n & 3);
}

SIMCUDA_DEVICE double simcuda_turn(double x, int quarters)
{
	double r;
	if (x != x || fabs(x) == __builtin_inf())
		return __builtin_nan("");
	int quarter = (simcuda_quarter(x, &r) + quarters) & 3;
	double t = r * r, sine = -7.647163731819816e-13, cosine = 4.779477332387385e-14;
	sine = fma(sine, t, 1.6059043836821613e-10);
	sine = fma(sine, t, -2.505210838544172e-08);
	sine = fma(sine, t, 2.7557319223985893e-06);
	sine = fma(sine, t, -1.984126984126984e-04);
	sine = fma(sine, t, 8.333333333333333e-03);
	sine = fma(sine, t, -1.6666666666666666e-01);
	sine = fma(sine * t, r, r);
	cosine = fma(cosine, t, -1.1470745597729725e-11);
	cosine = fma(cosine, t, 2.08767569878681e-09);
	cosine = fma(cosine, t, -2.755731922398589e-07);
	cosine = fma(cosine, t, 2.48015873015873e-05);
	cosine = fma(cosine, t, -1.388888888888889e-03);
	cosine = fma(cosine, t, 4.1666666666666664e-02);
	cosine = fma(cosine * t, t, fma(t, -0.5, 1.0));
	double value = quarter & 1 ? cosine : sine;
	return quarter & 2 ? -value : value;
}

SIMCUDA_BOTH_1(sin, (float)simcuda_turn((double)x, 0), simcuda_turn(x, 0))
SIMCUDA_BOTH_1(cos, (float)simcuda_turn((double)x, 1), simcuda_turn(x, 1))

#include "simcuda_math_more.hpp"
#include "simcuda_intrinsics.hpp"

#endif

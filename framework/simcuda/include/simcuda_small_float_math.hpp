/* simcuda_small_float_math.hpp - arithmetic on __half and __nv_bfloat16, and on two of them: worked out as
 * floats, which hold enough for one rounding afterwards to be the right one. Part of
 * simcuda_small_floats.hpp. */
#ifndef SIMCUDA_SMALL_FLOAT_MATH_HPP
#define SIMCUDA_SMALL_FLOAT_MATH_HPP

#define SIMCUDA_F(x) static_cast<float>(x)

SIMCUDA_BOTH_SIDES float simcuda_saturated(float x)
{
	return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f;
}

/* --- one number: T is the type --------------------------------------------------------------- */

#define SIMCUDA_SMALL_2(T, name, expression)                                                       \
	SIMCUDA_BOTH_SIDES T name(T a, T b)                                                        \
	{                                                                                          \
		float x = a, y = b;                                                                \
		return T(expression);                                                              \
	}
#define SIMCUDA_SMALL_TEST(T, name, expression)                                                    \
	SIMCUDA_BOTH_SIDES bool name(T a, T b)                                                     \
	{                                                                                          \
		float x = a, y = b;                                                                \
		return expression;                                                                 \
	}
#define SIMCUDA_SMALL_OPERATOR(T, op)                                                              \
	SIMCUDA_SMALL_2(T, operator op, x op y)                                                    \
	SIMCUDA_BOTH_SIDES T &operator op##=(T &a, T b)                                            \
	{                                                                                          \
		return a = a op b;                                                                 \
	}
#define SIMCUDA_SMALL(T, raw, round, widen)                                                        \
	SIMCUDA_BOTH_SIDES T simcuda_of_bits(const T *, unsigned bits)                             \
	{                                                                                          \
		raw all = {static_cast<unsigned short>(bits)};                                     \
		return T(all);                                                                     \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T simcuda_toward(const T *, float value, simcuda::Rounding rounding)    \
	{                                                                                          \
		unsigned short bits = simcuda::round(value);                                       \
		raw all = {simcuda::towards(bits, simcuda::widen(bits), value, rounding)};         \
		return T(all);                                                                     \
	}                                                                                          \
	SIMCUDA_SMALL_OPERATOR(T, +)                                                               \
	SIMCUDA_SMALL_OPERATOR(T, -)                                                               \
	SIMCUDA_SMALL_OPERATOR(T, *)                                                               \
	SIMCUDA_SMALL_OPERATOR(T, /)                                                               \
	SIMCUDA_SMALL_TEST(T, operator==, x == y)                                                  \
	SIMCUDA_SMALL_TEST(T, operator!=, x != y)                                                  \
	SIMCUDA_SMALL_TEST(T, operator<, x < y)                                                    \
	SIMCUDA_SMALL_TEST(T, operator<=, x <= y)                                                  \
	SIMCUDA_SMALL_TEST(T, operator>, x > y)                                                    \
	SIMCUDA_SMALL_TEST(T, operator>=, x >= y)                                                  \
	SIMCUDA_BOTH_SIDES T operator+(const T &a)                                                 \
	{                                                                                          \
		return a;                                                                          \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T operator-(const T &a)                                                 \
	{                                                                                          \
		return simcuda_of_bits(&a, a.__x ^ 0x8000u);                                       \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T &operator++(T &a)                                                     \
	{                                                                                          \
		return a += T(1.0f);                                                               \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T &operator--(T &a)                                                     \
	{                                                                                          \
		return a -= T(1.0f);                                                               \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T operator++(T &a, int)                                                 \
	{                                                                                          \
		T before = a;                                                                      \
		++a;                                                                               \
		return before;                                                                     \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T operator--(T &a, int)                                                 \
	{                                                                                          \
		T before = a;                                                                      \
		--a;                                                                               \
		return before;                                                                     \
	}                                                                                          \
	SIMCUDA_SMALL_2(T, __hadd, x + y)                                                          \
	SIMCUDA_SMALL_2(T, __hadd_rn, x + y)                                                       \
	SIMCUDA_SMALL_2(T, __hsub, x - y)                                                          \
	SIMCUDA_SMALL_2(T, __hmul, x *y)                                                           \
	SIMCUDA_SMALL_2(T, __hmul_rn, x *y)                                                        \
	SIMCUDA_SMALL_2(T, __hdiv, x / y)                                                          \
	SIMCUDA_SMALL_2(T, __hadd_sat, simcuda_saturated(x + y))                                   \
	SIMCUDA_SMALL_2(T, __hsub_sat, simcuda_saturated(x - y))                                   \
	SIMCUDA_SMALL_2(T, __hmul_sat, simcuda_saturated(x *y))                                    \
	SIMCUDA_SMALL_2(T, __hmax, x != x ? y : y != y ? x : x > y ? x : y)                        \
	SIMCUDA_SMALL_2(T, __hmin, x != x ? y : y != y ? x : x < y ? x : y)                        \
	SIMCUDA_SMALL_TEST(T, __heq, x == y)                                                       \
	SIMCUDA_SMALL_TEST(T, __hne, x<y || x> y)                                                  \
	SIMCUDA_SMALL_TEST(T, __hlt, x < y)                                                        \
	SIMCUDA_SMALL_TEST(T, __hle, x <= y)                                                       \
	SIMCUDA_SMALL_TEST(T, __hgt, x > y)                                                        \
	SIMCUDA_SMALL_TEST(T, __hge, x >= y)                                                       \
	SIMCUDA_SMALL_TEST(T, __hequ, !(x < y || x > y))                                           \
	SIMCUDA_SMALL_TEST(T, __hneu, x != y)                                                      \
	SIMCUDA_SMALL_TEST(T, __hltu, !(x >= y))                                                   \
	SIMCUDA_SMALL_TEST(T, __hleu, !(x > y))                                                    \
	SIMCUDA_SMALL_TEST(T, __hgtu, !(x <= y))                                                   \
	SIMCUDA_SMALL_TEST(T, __hgeu, !(x < y))                                                    \
	SIMCUDA_BOTH_SIDES T __hfma(T a, T b, T c)                                                 \
	{                                                                                          \
		return T(simcuda::fused(a, b, c));                                                 \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T __hfma_sat(T a, T b, T c)                                             \
	{                                                                                          \
		return T(simcuda_saturated(simcuda::fused(a, b, c)));                              \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T __hfma_relu(T a, T b, T c)                                            \
	{                                                                                          \
		float y = simcuda::fused(a, b, c);                                                 \
		return T(y < 0 ? 0.0f : y);                                                        \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T __hneg(T a)                                                           \
	{                                                                                          \
		return -a;                                                                         \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T __habs(T a)                                                           \
	{                                                                                          \
		return simcuda_of_bits(&a, a.__x & 0x7fffu);                                       \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES bool __hisnan(T a)                                                      \
	{                                                                                          \
		return SIMCUDA_F(a) != SIMCUDA_F(a);                                               \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES int __hisinf(T a)                                                       \
	{                                                                                          \
		float x = a;                                                                       \
		return x == __builtin_inff() ? 1 : x == -__builtin_inff() ? -1 : 0;                \
	}

SIMCUDA_SMALL(__half, __half_raw, half_round, half_widen)
SIMCUDA_SMALL(__nv_bfloat16, __nv_bfloat16_raw, bfloat16_round, bfloat16_widen)

/* --- two numbers: T2 of T --------------------------------------------------------------------- */

#define SIMCUDA_PAIR_2(T2, name, by)                                                               \
	SIMCUDA_BOTH_SIDES T2 name(T2 a, T2 b)                                                     \
	{                                                                                          \
		return T2(by(a.x, b.x), by(a.y, b.y));                                             \
	}
#define SIMCUDA_PAIR_TEST(T, T2, name)                                                             \
	SIMCUDA_BOTH_SIDES T2 name##2(T2 a, T2 b)                                                  \
	{                                                                                          \
		return T2(T(name(a.x, b.x) ? 1.0f : 0.0f), T(name(a.y, b.y) ? 1.0f : 0.0f));       \
	}
#define SIMCUDA_PAIR_BOTH(T2, name, by)                                                            \
	SIMCUDA_BOTH_SIDES bool name(T2 a, T2 b)                                                   \
	{                                                                                          \
		return by(a.x, b.x) && by(a.y, b.y);                                               \
	}
#define SIMCUDA_PAIR_OPERATOR(T2, op, by)                                                          \
	SIMCUDA_PAIR_2(T2, operator op, by)                                                        \
	SIMCUDA_BOTH_SIDES T2 &operator op##=(T2 &a, const T2 &b)                                  \
	{                                                                                          \
		return a = a op b;                                                                 \
	}
#define SIMCUDA_PAIR(T, T2)                                                                        \
	SIMCUDA_PAIR_OPERATOR(T2, +, __hadd)                                                       \
	SIMCUDA_PAIR_OPERATOR(T2, -, __hsub)                                                       \
	SIMCUDA_PAIR_OPERATOR(T2, *, __hmul)                                                       \
	SIMCUDA_PAIR_OPERATOR(T2, /, __hdiv)                                                       \
	SIMCUDA_PAIR_BOTH(T2, operator==, __heq)                                                   \
	SIMCUDA_PAIR_2(T2, __hadd2, __hadd)                                                        \
	SIMCUDA_PAIR_2(T2, __hsub2, __hsub)                                                        \
	SIMCUDA_PAIR_2(T2, __hmul2, __hmul)                                                        \
	SIMCUDA_PAIR_2(T2, __h2div, __hdiv)                                                        \
	SIMCUDA_PAIR_2(T2, __hadd2_sat, __hadd_sat)                                                \
	SIMCUDA_PAIR_2(T2, __hsub2_sat, __hsub_sat)                                                \
	SIMCUDA_PAIR_2(T2, __hmul2_sat, __hmul_sat)                                                \
	SIMCUDA_PAIR_2(T2, __hmax2, __hmax)                                                        \
	SIMCUDA_PAIR_2(T2, __hmin2, __hmin)                                                        \
	SIMCUDA_PAIR_TEST(T, T2, __heq)                                                            \
	SIMCUDA_PAIR_TEST(T, T2, __hne)                                                            \
	SIMCUDA_PAIR_TEST(T, T2, __hlt)                                                            \
	SIMCUDA_PAIR_TEST(T, T2, __hle)                                                            \
	SIMCUDA_PAIR_TEST(T, T2, __hgt)                                                            \
	SIMCUDA_PAIR_TEST(T, T2, __hge)                                                            \
	SIMCUDA_PAIR_BOTH(T2, __hbeq2, __heq)                                                      \
	SIMCUDA_PAIR_BOTH(T2, __hbne2, __hne)                                                      \
	SIMCUDA_PAIR_BOTH(T2, __hblt2, __hlt)                                                      \
	SIMCUDA_PAIR_BOTH(T2, __hble2, __hle)                                                      \
	SIMCUDA_PAIR_BOTH(T2, __hbgt2, __hgt)                                                      \
	SIMCUDA_PAIR_BOTH(T2, __hbge2, __hge)                                                      \
	SIMCUDA_BOTH_SIDES T2 __hfma2(T2 a, T2 b, T2 c)                                            \
	{                                                                                          \
		return T2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));                           \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T2 operator-(const T2 &a)                                               \
	{                                                                                          \
		return T2(-a.x, -a.y);                                                             \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T2 __hneg2(T2 a)                                                        \
	{                                                                                          \
		return -a;                                                                         \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T2 __habs2(T2 a)                                                        \
	{                                                                                          \
		return T2(__habs(a.x), __habs(a.y));                                               \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES float __low2float(T2 a)                                                 \
	{                                                                                          \
		return a.x;                                                                        \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES float __high2float(T2 a)                                                \
	{                                                                                          \
		return a.y;                                                                        \
	}
SIMCUDA_PAIR(__half, __half2)
SIMCUDA_PAIR(__nv_bfloat16, __nv_bfloat162)

/* --- conversions: the names have the type in them ---------------------------------------------- */

#define SIMCUDA_SMALL_ROUNDINGS(T, name, from, narrow)                                             \
	SIMCUDA_BOTH_SIDES T name##_rn(from value)                                                 \
	{                                                                                          \
		return T(value);                                                                   \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T name##_rz(from value)                                                 \
	{                                                                                          \
		return simcuda_toward(static_cast<T *>(nullptr), narrow(value),                    \
				      simcuda::Rounding::zero);                                    \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T name##_rd(from value)                                                 \
	{                                                                                          \
		return simcuda_toward(static_cast<T *>(nullptr), narrow(value),                    \
				      simcuda::Rounding::down);                                    \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T name##_ru(from value)                                                 \
	{                                                                                          \
		return simcuda_toward(static_cast<T *>(nullptr), narrow(value),                    \
				      simcuda::Rounding::up);                                      \
	}
/* to integers; what does not fit is the nearest that does, and NaN is 0 */
#define SIMCUDA_SMALL_TO_WHOLE(T, name, to, least, most)                                           \
	SIMCUDA_BOTH_SIDES to name##_rz(T value)                                                   \
	{                                                                                          \
		return simcuda_whole<to>(value, least, most);                                      \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES to name##_rn(T value)                                                   \
	{                                                                                          \
		return simcuda_whole<to>(__builtin_rintf(value), least, most);                     \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES to name##_rd(T value)                                                   \
	{                                                                                          \
		return simcuda_whole<to>(__builtin_floorf(value), least, most);                    \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES to name##_ru(T value)                                                   \
	{                                                                                          \
		return simcuda_whole<to>(__builtin_ceilf(value), least, most);                     \
	}

template <class To> SIMCUDA_BOTH_SIDES To simcuda_whole(float value, double least, double most)
{
	double wide = value;
	if (value != value)
		return 0;
	return wide <= least  ? static_cast<To>(least)
	       : wide >= most ? static_cast<To>(static_cast<unsigned long long>(most) - 1)
			      : static_cast<To>(wide);
}

#define SIMCUDA_SMALL_NAMES(T, T2, T_, T2_, of)                                                    \
	SIMCUDA_SMALL_ROUNDINGS(T, __float2##T_, float, SIMCUDA_F)                                 \
	SIMCUDA_SMALL_ROUNDINGS(T, __int2##T_, int, simcuda::narrow_odd)                           \
	SIMCUDA_SMALL_ROUNDINGS(T, __uint2##T_, unsigned, simcuda::narrow_odd)                     \
	SIMCUDA_SMALL_ROUNDINGS(T, __short2##T_, short, SIMCUDA_F)                                 \
	SIMCUDA_SMALL_ROUNDINGS(T, __ushort2##T_, unsigned short, SIMCUDA_F)                       \
	SIMCUDA_SMALL_TO_WHOLE(T, __##T_##2int, int, -2147483648.0, 2147483648.0)                  \
	SIMCUDA_SMALL_TO_WHOLE(T, __##T_##2uint, unsigned, 0.0, 4294967296.0)                      \
	SIMCUDA_SMALL_TO_WHOLE(T, __##T_##2short, short, -32768.0, 32768.0)                        \
	SIMCUDA_SMALL_TO_WHOLE(T, __##T_##2ushort, unsigned short, 0.0, 65536.0)                   \
	SIMCUDA_SMALL_TO_WHOLE(T, __##T_##2ll, long long, -9223372036854775808.0,                  \
			       9223372036854775808.0)                                              \
	SIMCUDA_BOTH_SIDES T __float2##T_(float value)                                             \
	{                                                                                          \
		return T(value);                                                                   \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T __double2##T_(double value)                                           \
	{                                                                                          \
		return T(value);                                                                   \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES float __##T_##2float(T value)                                           \
	{                                                                                          \
		return value;                                                                      \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES short __##of##_as_short(T value)                                        \
	{                                                                                          \
		return static_cast<short>(value.__x);                                              \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES unsigned short __##of##_as_ushort(T value)                              \
	{                                                                                          \
		return value.__x;                                                                  \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T __short_as_##of(short bits)                                           \
	{                                                                                          \
		return simcuda_of_bits(static_cast<T *>(nullptr),                                  \
				       static_cast<unsigned short>(bits));                         \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T __ushort_as_##of(unsigned short bits)                                 \
	{                                                                                          \
		return simcuda_of_bits(static_cast<T *>(nullptr), bits);                           \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T2 __float2##T2_##_rn(float value)                                      \
	{                                                                                          \
		return T2(T(value), T(value));                                                     \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T2 __floats2##T2_##_rn(float low, float high)                           \
	{                                                                                          \
		return T2(T(low), T(high));                                                        \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T2 __float22##T2_##_rn(float2 value)                                    \
	{                                                                                          \
		return T2(T(value.x), T(value.y));                                                 \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES float2 __##T2_##2float2(T2 value)                                       \
	{                                                                                          \
		return float2{value.x, value.y};                                                   \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T2 __##T_##2##T2_(T value)                                              \
	{                                                                                          \
		return T2(value, value);                                                           \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T2 __halves2##T2_(T low, T high)                                        \
	{                                                                                          \
		return T2(low, high);                                                              \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T2 make_##T2_(T low, T high)                                            \
	{                                                                                          \
		return T2(low, high);                                                              \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T __low2##T_(T2 value)                                                  \
	{                                                                                          \
		return value.x;                                                                    \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T __high2##T_(T2 value)                                                 \
	{                                                                                          \
		return value.y;                                                                    \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T2 __low2##T2_(T2 value)                                                \
	{                                                                                          \
		return T2(value.x, value.x);                                                       \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T2 __high2##T2_(T2 value)                                               \
	{                                                                                          \
		return T2(value.y, value.y);                                                       \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T2 __lows2##T2_(T2 a, T2 b)                                             \
	{                                                                                          \
		return T2(a.x, b.x);                                                               \
	}                                                                                          \
	SIMCUDA_BOTH_SIDES T2 __highs2##T2_(T2 a, T2 b)                                            \
	{                                                                                          \
		return T2(a.y, b.y);                                                               \
	}
SIMCUDA_SMALL_NAMES(__half, __half2, half, half2, half)
SIMCUDA_SMALL_NAMES(__nv_bfloat16, __nv_bfloat162, bfloat16, bfloat162, bfloat16)

SIMCUDA_BOTH_SIDES __half2 __lowhigh2highlow(__half2 value)
{
	return __half2(value.y, value.x);
}

/* --- in kernels alone -------------------------------------------------------------------------- */

#if defined(__CUDA__) && defined(__clang__)

#define SIMCUDA_SMALL_FUNCTION(T, name, expression)                                                \
	SIMCUDA_DEVICE T h##name(T a)                                                              \
	{                                                                                          \
		float x = a;                                                                       \
		return T(expression);                                                              \
	}
#define SIMCUDA_PAIR_FUNCTION(T2, name)                                                            \
	SIMCUDA_DEVICE T2 h2##name(T2 a)                                                           \
	{                                                                                          \
		return T2(h##name(a.x), h##name(a.y));                                             \
	}
#define SIMCUDA_SMALL_ONE(T, T2, name, expression)                                                 \
	SIMCUDA_SMALL_FUNCTION(T, name, expression)                                                \
	SIMCUDA_PAIR_FUNCTION(T2, name)
#define SIMCUDA_SMALL_FUNCTIONS(T, T2)                                                             \
	SIMCUDA_SMALL_ONE(T, T2, sqrt, sqrtf(x))                                                   \
	SIMCUDA_SMALL_ONE(T, T2, rsqrt, rsqrtf(x))                                                 \
	SIMCUDA_SMALL_ONE(T, T2, rcp, 1 / x)                                                       \
	SIMCUDA_SMALL_ONE(T, T2, exp, expf(x))                                                     \
	SIMCUDA_SMALL_ONE(T, T2, exp2, exp2f(x))                                                   \
	SIMCUDA_SMALL_ONE(T, T2, exp10, exp10f(x))                                                 \
	SIMCUDA_SMALL_ONE(T, T2, log, logf(x))                                                     \
	SIMCUDA_SMALL_ONE(T, T2, log2, log2f(x))                                                   \
	SIMCUDA_SMALL_ONE(T, T2, log10, log10f(x))                                                 \
	SIMCUDA_SMALL_ONE(T, T2, sin, sinf(x))                                                     \
	SIMCUDA_SMALL_ONE(T, T2, cos, cosf(x))                                                     \
	SIMCUDA_SMALL_ONE(T, T2, tanh, tanhf(x))                                                   \
	SIMCUDA_SMALL_ONE(T, T2, floor, floorf(x))                                                 \
	SIMCUDA_SMALL_ONE(T, T2, ceil, ceilf(x))                                                   \
	SIMCUDA_SMALL_ONE(T, T2, trunc, truncf(x))                                                 \
	SIMCUDA_SMALL_ONE(T, T2, rint, rintf(x))
SIMCUDA_SMALL_FUNCTIONS(__half, __half2)
SIMCUDA_SMALL_FUNCTIONS(__nv_bfloat16, __nv_bfloat162)

#define SIMCUDA_SMALL_SHUFFLE_BITS(T, name, offset_type, word)                                     \
	SIMCUDA_DEVICE T name(unsigned mask, T value, offset_type offset, int width = 32)          \
	{                                                                                          \
		word bits = __builtin_bit_cast(word, value);                                       \
		return __builtin_bit_cast(T, (word)name(mask, (unsigned)bits, offset, width));     \
	}
#define SIMCUDA_SMALL_SHUFFLE(T, word)                                                             \
	SIMCUDA_SMALL_SHUFFLE_BITS(T, __shfl_sync, int, word)                                      \
	SIMCUDA_SMALL_SHUFFLE_BITS(T, __shfl_up_sync, unsigned, word)                              \
	SIMCUDA_SMALL_SHUFFLE_BITS(T, __shfl_down_sync, unsigned, word)                            \
	SIMCUDA_SMALL_SHUFFLE_BITS(T, __shfl_xor_sync, int, word)
SIMCUDA_SMALL_SHUFFLE(__half, unsigned short)
SIMCUDA_SMALL_SHUFFLE(__nv_bfloat16, unsigned short)
SIMCUDA_SMALL_SHUFFLE(__half2, unsigned)
SIMCUDA_SMALL_SHUFFLE(__nv_bfloat162, unsigned)

#define SIMCUDA_SMALL_ATOMIC(T, word, in, type)                                                    \
	SIMCUDA_DEVICE T atomicAdd(T *address, T value)                                            \
	{                                                                                          \
		word bits = __builtin_bit_cast(word, value), old;                                  \
		__asm__ volatile("atom.add.noftz." type " %0, [%1], %2;"                           \
				 : "=" in(old)                                                     \
				 : "l"(address), in(bits)                                          \
				 : "memory");                                                      \
		return __builtin_bit_cast(T, old);                                                 \
	}
SIMCUDA_SMALL_ATOMIC(__half, unsigned short, "h", "f16")
SIMCUDA_SMALL_ATOMIC(__half2, unsigned, "r", "f16x2")
SIMCUDA_SMALL_ATOMIC(__nv_bfloat16, unsigned short, "h", "bf16")
SIMCUDA_SMALL_ATOMIC(__nv_bfloat162, unsigned, "r", "bf16x2")

#endif

#endif

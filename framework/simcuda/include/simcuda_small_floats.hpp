/* simcuda_small_floats.hpp - __half and __nv_bfloat16 for C++ programs and kernels, with conversions that
 * round to the nearest, of two equally near to the even one. Part of cuda_fp16.h and cuda_bf16.h. */
#ifndef SIMCUDA_SMALL_FLOATS_HPP
#define SIMCUDA_SMALL_FLOATS_HPP

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "vector_types.h"

/* for the host, and in CUDA for kernels too */
#if defined(__CUDA__) && defined(__clang__)
#define SIMCUDA_BOTH_SIDES __attribute__((host, device, always_inline, nodebug)) inline
#define SIMCUDA_MEMBER     __attribute__((host, device, always_inline, nodebug))
#else
#define SIMCUDA_BOTH_SIDES inline
#define SIMCUDA_MEMBER
#endif

namespace simcuda
{
SIMCUDA_BOTH_SIDES unsigned bits_of(float value)
{
	unsigned bits;
	__builtin_memcpy(&bits, &value, sizeof bits);
	return bits;
}

SIMCUDA_BOTH_SIDES float value_of(unsigned bits)
{
	float value;
	__builtin_memcpy(&value, &bits, sizeof value);
	return value;
}

SIMCUDA_BOTH_SIDES float half_widen(unsigned short bits)
{
	unsigned sign = (bits & 0x8000u) << 16, rest = bits & 0x7fffu;
	if (rest >= 0x7c00) /* infinity, NaN */
		return value_of(sign | 0x7f800000u | (rest & 0x3ff) << 13);
	if (rest >= 0x400)
		return value_of(sign | ((rest << 13) + (112u << 23)));
	return value_of(sign | bits_of(static_cast<float>(rest) / 16777216.0f));
}

SIMCUDA_BOTH_SIDES unsigned short half_round(float value)
{
	unsigned all = bits_of(value), sign = all >> 16 & 0x8000, rest = all & 0x7fffffff;
	if (rest > 0x7f800000)
		return static_cast<unsigned short>(sign | 0x7e00);
	if (rest >= 0x477ff000) /* 65520 lies half way between the largest number and 2^16 */
		return static_cast<unsigned short>(sign | 0x7c00);
	/* Below 2^-14 the unit is 2^-24, which is that of a float of 1/2: the sum rounds. */
	if (rest < 0x38800000)
		return static_cast<unsigned short>(sign |
						   (bits_of(value_of(rest) + 0.5f) - 0x3f000000));
	rest -= 112u << 23;
	return static_cast<unsigned short>(sign | ((rest + 0xfff + (rest >> 13 & 1)) >> 13));
}

SIMCUDA_BOTH_SIDES float bfloat16_widen(unsigned short bits)
{
	return value_of(static_cast<unsigned>(bits) << 16);
}

SIMCUDA_BOTH_SIDES unsigned short bfloat16_round(float value)
{
	unsigned bits = bits_of(value);
	if ((bits & 0x7fffffff) > 0x7f800000)
		return static_cast<unsigned short>(bits >> 16 | 0x40);
	return static_cast<unsigned short>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/* Of two floats next to a double the one whose last bit is set: rounded again, to half of the bits or
 * fewer, it gives what rounding once would. */
SIMCUDA_BOTH_SIDES float narrow_odd(double value)
{
	float near = static_cast<float>(value);
	double back = static_cast<double>(near);
	unsigned bits = bits_of(near);
	if (back == value || value != value || (bits & 1) || (bits & 0x7fffffff) == 0x7f800000)
		return near;
	return value_of((back > value) == (back > 0) ? bits - 1 : bits + 1);
}

/* x * y + z of numbers whose products a double holds, rounded to odd. */
SIMCUDA_BOTH_SIDES float fused(float x, float y, float z)
{
	double product = static_cast<double>(x) * static_cast<double>(y), c = z, sum = product + c;
	double of_c = sum - product, rest = (product - (sum - of_c)) + (c - of_c);
	unsigned long long bits;
	__builtin_memcpy(&bits, &sum, sizeof bits);
	if (rest != 0 && rest == rest && !(bits & 1)) {
		bits += (rest > 0) == (sum > 0) ? 1ull : ~0ull;
		__builtin_memcpy(&sum, &bits, sizeof bits);
	}
	return narrow_odd(sum);
}

enum class Rounding { nearest, zero, down, up };

/* The bits next to `bits`, the nearest to the value and worth `back`, in that direction. */
SIMCUDA_BOTH_SIDES unsigned short towards(unsigned short bits, float back, float value,
					  Rounding rounding)
{
	bool outward = value < 0 ? rounding == Rounding::down : rounding == Rounding::up;
	bool inward = rounding != Rounding::nearest && !outward;
	float size = value < 0 ? -value : value, got = back < 0 ? -back : back;
	if (outward && got < size)
		bits = static_cast<unsigned short>(bits + 1);
	if (inward && got > size)
		bits = static_cast<unsigned short>(bits - 1);
	return bits;
}
} // namespace simcuda

/* A number of 16 bits that is made from other numbers, rounded to the nearest, and read as a float. */
#define SIMCUDA_SMALL_FLOAT(name, raw, from_float, to_float)                                       \
	struct __attribute__((aligned(2))) name {                                                  \
		unsigned short __x;                                                                \
		name() = default;                                                                  \
		SIMCUDA_MEMBER name(raw bits) : __x(bits.x)                                        \
		{                                                                                  \
		}                                                                                  \
		SIMCUDA_MEMBER name(float value) : __x(simcuda::from_float(value))                 \
		{                                                                                  \
		}                                                                                  \
		SIMCUDA_MEMBER name(double value)                                                  \
		    : __x(simcuda::from_float(simcuda::narrow_odd(value)))                         \
		{                                                                                  \
		}                                                                                  \
		SIMCUDA_MEMBER name(int value) : name(static_cast<double>(value))                  \
		{                                                                                  \
		}                                                                                  \
		SIMCUDA_MEMBER name(unsigned value) : name(static_cast<double>(value))             \
		{                                                                                  \
		}                                                                                  \
		SIMCUDA_MEMBER name(short value) : name(static_cast<float>(value))                 \
		{                                                                                  \
		}                                                                                  \
		SIMCUDA_MEMBER name(unsigned short value) : name(static_cast<float>(value))        \
		{                                                                                  \
		}                                                                                  \
		SIMCUDA_MEMBER operator raw() const                                                \
		{                                                                                  \
			raw bits = {__x};                                                          \
			return bits;                                                               \
		}                                                                                  \
		SIMCUDA_MEMBER operator float() const                                              \
		{                                                                                  \
			return simcuda::to_float(__x);                                             \
		}                                                                                  \
	};
SIMCUDA_SMALL_FLOAT(__half, __half_raw, half_round, half_widen)
SIMCUDA_SMALL_FLOAT(__nv_bfloat16, __nv_bfloat16_raw, bfloat16_round, bfloat16_widen)
#undef SIMCUDA_SMALL_FLOAT

/* Two of them, the first in the lower half. */
struct __attribute__((aligned(4))) __half2 {
	__half x, y;
	__half2() = default;
	SIMCUDA_MEMBER __half2(__half low, __half high) : x(low), y(high)
	{
	}
};
struct __attribute__((aligned(4))) __nv_bfloat162 {
	__nv_bfloat16 x, y;
	__nv_bfloat162() = default;
	SIMCUDA_MEMBER __nv_bfloat162(__nv_bfloat16 low, __nv_bfloat16 high) : x(low), y(high)
	{
	}
};

typedef __half half;
typedef __half __nv_half;
typedef __half nv_half;
typedef __half2 half2;
typedef __half2 nv_half2;
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#include "simcuda_small_float_math.hpp"

#endif

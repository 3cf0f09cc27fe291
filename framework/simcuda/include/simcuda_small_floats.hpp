/* simcuda_small_floats.hpp - __half and __nv_bfloat16 for C++ programs on the host, with conversions
 * that round to the nearest, of two equally near to the even one. Part of cuda_fp16.h and
 * cuda_bf16.h. */
#ifndef SIMCUDA_SMALL_FLOATS_HPP
#define SIMCUDA_SMALL_FLOATS_HPP

#include <cstring>

#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace simcuda
{
inline unsigned bits_of(float value)
{
	unsigned bits;
	std::memcpy(&bits, &value, sizeof bits);
	return bits;
}

inline float value_of(unsigned bits)
{
	float value;
	std::memcpy(&value, &bits, sizeof value);
	return value;
}

inline float half_widen(unsigned short bits)
{
	unsigned sign = (bits & 0x8000u) << 16, rest = bits & 0x7fffu;
	if (rest >= 0x7c00) /* infinity, NaN */
		return value_of(sign | 0x7f800000u | (rest & 0x3ff) << 13);
	if (rest >= 0x400)
		return value_of(sign | ((rest << 13) + (112u << 23)));
	return value_of(sign | bits_of(static_cast<float>(rest) / 16777216.0f));
}

inline unsigned short half_round(float value)
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

inline float bfloat16_widen(unsigned short bits)
{
	return value_of(static_cast<unsigned>(bits) << 16);
}

inline unsigned short bfloat16_round(float value)
{
	unsigned bits = bits_of(value);
	if ((bits & 0x7fffffff) > 0x7f800000)
		return static_cast<unsigned short>(bits >> 16 | 0x40);
	return static_cast<unsigned short>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
} // namespace simcuda

/* A number of 16 bits that is made from a float and read as one. */
#define SIMCUDA_SMALL_FLOAT(name, raw, from_float, to_float)                                       \
	struct __attribute__((aligned(2))) name {                                                  \
		unsigned short __x;                                                                \
		name() = default;                                                                  \
		name(raw bits) : __x(bits.x)                                                       \
		{                                                                                  \
		}                                                                                  \
		name(float value) : __x(simcuda::from_float(value))                                \
		{                                                                                  \
		}                                                                                  \
		name(double value) : name(static_cast<float>(value))                               \
		{                                                                                  \
		}                                                                                  \
		name(int value) : name(static_cast<float>(value))                                  \
		{                                                                                  \
		}                                                                                  \
		operator raw() const                                                               \
		{                                                                                  \
			raw bits = {__x};                                                          \
			return bits;                                                               \
		}                                                                                  \
		operator float() const                                                             \
		{                                                                                  \
			return simcuda::to_float(__x);                                             \
		}                                                                                  \
	};
SIMCUDA_SMALL_FLOAT(__half, __half_raw, half_round, half_widen)
SIMCUDA_SMALL_FLOAT(__nv_bfloat16, __nv_bfloat16_raw, bfloat16_round, bfloat16_widen)
#undef SIMCUDA_SMALL_FLOAT

typedef __half half;
typedef __half __nv_half;
typedef __nv_bfloat16 nv_bfloat16;

inline __half __float2half(float value)
{
	return __half(value);
}

inline __half __float2half_rn(float value)
{
	return __half(value);
}

inline float __half2float(__half value)
{
	return value;
}

inline __nv_bfloat16 __float2bfloat16(float value)
{
	return __nv_bfloat16(value);
}

inline __nv_bfloat16 __float2bfloat16_rn(float value)
{
	return __nv_bfloat16(value);
}

inline float __bfloat162float(__nv_bfloat16 value)
{
	return value;
}

#endif

/* number.c - half and bfloat16: from and to float. Bits are moved by hand: the compiler's own type
 * for halves is not everywhere. */
#include <math.h>
#include <string.h>

#include "framework/simcuda/api/cublas/base/number.h"

static uint32_t bits_of(float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static float value_of(uint32_t bits)
{
	float value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

float half_widen(uint16_t bits)
{
	uint32_t sign = (uint32_t)(bits & 0x8000) << 16, rest = bits & 0x7fff;

	if (rest >= 0x7c00) /* infinity, NaN */
		return value_of(sign | 0x7f800000 | (rest & 0x3ff) << 13);
	if (rest >= 0x400) /* the exponents' biases differ by 127 - 15 */
		return value_of(sign | ((rest << 13) + (112u << 23)));
	/* below the normal numbers the unit is 2^-24 */
	return value_of(sign | bits_of((float)rest * 0x1p-24f));
}

uint16_t half_round(float value)
{
	uint32_t all = bits_of(value), rest = all & 0x7fffffff;
	uint16_t sign = (uint16_t)(all >> 16 & 0x8000);

	if (rest > 0x7f800000)
		return sign | 0x7e00; /* NaN */
	if (rest >= 0x477ff000)       /* 65520 lies half way between the largest number and 2^16 */
		return sign | 0x7c00;
	if (rest < 0x38800000) /* below 2^-14: whole units of 2^-24; lrintf rounds to even */
		return sign | (uint16_t)lrintf(fabsf(value) * 0x1p24f);
	rest -= 112u << 23;
	return sign | (uint16_t)((rest + 0xfff + (rest >> 13 & 1)) >> 13);
}

float bfloat16_widen(uint16_t bits)
{
	return value_of((uint32_t)bits << 16);
}

uint16_t bfloat16_round(float value)
{
	uint32_t bits = bits_of(value);

	if ((bits & 0x7fffffff) > 0x7f800000)
		return (uint16_t)(bits >> 16 | 0x40); /* stays a NaN */
	return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

float number_load(BlasType type, const void *array, int64_t i)
{
	if (type == BLAS_F16)
		return half_widen(((const uint16_t *)array)[i]);
	if (type == BLAS_BF16)
		return bfloat16_widen(((const uint16_t *)array)[i]);
	return ((const float *)array)[i];
}

void number_store(BlasType type, void *array, int64_t i, float value)
{
	if (type == BLAS_F16)
		((uint16_t *)array)[i] = half_round(value);
	else if (type == BLAS_BF16)
		((uint16_t *)array)[i] = bfloat16_round(value);
	else
		((float *)array)[i] = value;
}

BlasType number_type(cudaDataType type)
{
	static const struct {
		cudaDataType theirs;
		BlasType ours;
	} types[] = {
		{CUDA_R_32F, BLAS_S}, {CUDA_R_64F, BLAS_D},   {CUDA_C_32F, BLAS_C},
		{CUDA_C_64F, BLAS_Z}, {CUDA_R_16F, BLAS_F16}, {CUDA_R_16BF, BLAS_BF16},
		{CUDA_R_8I, BLAS_I8}, {CUDA_C_8I, BLAS_CI8},  {CUDA_R_32I, BLAS_I32},
	};

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (types[i].theirs == type)
			return types[i].ours;
	return BLAS_TYPES_ALL;
}

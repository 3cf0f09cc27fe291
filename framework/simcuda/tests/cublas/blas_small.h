/* blas_small.h - numbers of all types that cuBLAS's mixed routines take, as tests see them: decoded
 * to double and encoded from it by arithmetic, not by moving bits. */
#ifndef BLAS_SMALL_H
#define BLAS_SMALL_H

#include "framework/simcuda/tests/cublas/blas_reference.h"

/* How many bits of fraction a float type has, its leading one included, and its least exponent. */
typedef struct Format {
	int digits, least;
	double largest;
} Format;

static const Format half_format = {11, -14, 65504};
static const Format bfloat_format = {8, -126, 3.3895313892515355e38};

/* The nearest number of the format, of two equally near the even one. */
static inline double format_round(const Format *f, double x)
{
	int exponent;

	if (x == 0 || !isfinite(x))
		return x;
	frexp(x, &exponent); /* |x| in [1/2, 1) times 2^exponent */
	if (exponent - 1 < f->least)
		exponent = f->least + 1;
	double unit = ldexp(1, exponent - f->digits);
	double rounded = rint(x / unit) * unit;
	return fabs(rounded) > f->largest ? copysign(INFINITY, x) : rounded;
}

static inline uint16_t format_encode(const Format *f, double x)
{
	int exponent, bits = 16 - f->digits; /* sign and exponent */
	double rounded = format_round(f, x);
	uint16_t sign = signbit(rounded) ? 0x8000 : 0;
	uint16_t infinite = (uint16_t)(((1 << (bits - 1)) * 2 - 1) << (f->digits - 1) & 0x7fff);

	if (isnan(rounded))
		return infinite | 1;
	if (isinf(rounded))
		return sign | infinite;
	if (rounded == 0)
		return sign;
	frexp(rounded, &exponent);
	if (exponent - 1 < f->least) /* no leading one */
		return sign | (uint16_t)ldexp(fabs(rounded), f->digits - 1 - f->least);
	return (uint16_t)(sign + ((exponent - 1 - f->least) << (f->digits - 1)) +
			  (int)ldexp(fabs(rounded), f->digits - exponent));
}

static inline double format_decode(const Format *f, uint16_t bits)
{
	int exponent = (bits & 0x7fff) >> (f->digits - 1);
	int fraction = bits & ((1 << (f->digits - 1)) - 1);
	double sign = bits & 0x8000 ? -1 : 1;

	if (exponent == (1 << (16 - f->digits)) - 1)
		return fraction ? NAN : sign * INFINITY;
	if (exponent == 0)
		return sign * ldexp(fraction, f->least - f->digits + 1);
	return sign *
	       ldexp(fraction + (1 << (f->digits - 1)), exponent - 1 + f->least - f->digits + 1);
}

static inline size_t data_bytes(cudaDataType type)
{
	switch (type) {
	case CUDA_R_8I:
		return 1;
	case CUDA_R_16F:
	case CUDA_R_16BF:
	case CUDA_C_8I:
		return 2;
	case CUDA_R_32F:
	case CUDA_R_32I:
		return 4;
	case CUDA_C_64F:
		return 16;
	default:
		return 8;
	}
}

static inline int data_is_complex(cudaDataType type)
{
	return type == CUDA_C_8I || type == CUDA_C_32F || type == CUDA_C_64F;
}

static inline void data_store(cudaDataType type, void *to, double complex z)
{
	switch (type) {
	case CUDA_R_8I:
		*(int8_t *)to = (int8_t)creal(z);
		break;
	case CUDA_C_8I:
		((int8_t *)to)[0] = (int8_t)creal(z);
		((int8_t *)to)[1] = (int8_t)cimag(z);
		break;
	case CUDA_R_32I:
		*(int32_t *)to = (int32_t)creal(z);
		break;
	case CUDA_R_16F:
		*(uint16_t *)to = format_encode(&half_format, creal(z));
		break;
	case CUDA_R_16BF:
		*(uint16_t *)to = format_encode(&bfloat_format, creal(z));
		break;
	default:
		type_store(type == CUDA_R_32F   ? S
			   : type == CUDA_R_64F ? D
			   : type == CUDA_C_32F ? C
						: Z,
			   to, z);
	}
}

static inline double complex data_load(cudaDataType type, const void *from)
{
	switch (type) {
	case CUDA_R_8I:
		return *(const int8_t *)from;
	case CUDA_C_8I:
		return ((const int8_t *)from)[0] + ((const int8_t *)from)[1] * I;
	case CUDA_R_32I:
		return *(const int32_t *)from;
	case CUDA_R_16F:
		return format_decode(&half_format, *(const uint16_t *)from);
	case CUDA_R_16BF:
		return format_decode(&bfloat_format, *(const uint16_t *)from);
	default:
		return type_load(type == CUDA_R_32F   ? S
				 : type == CUDA_R_64F ? D
				 : type == CUDA_C_32F ? C
						      : Z,
				 from);
	}
}

/* Half the distance of two neighbours, relative to them: what one rounding may err. */
static inline double data_epsilon(cudaDataType type)
{
	switch (type) {
	case CUDA_R_16F:
		return ldexp(1, -11);
	case CUDA_R_16BF:
		return ldexp(1, -8);
	case CUDA_R_64F:
	case CUDA_C_64F:
		return ldexp(1, -53);
	case CUDA_R_32I:
		return 0;
	default:
		return ldexp(1, -24);
	}
}

/* Elements on the device and, as doubles, on the host. */
typedef struct Data {
	cudaDataType type;
	size_t count;
	double complex *host;
	void *device;
} Data;

static inline void data_upload(const Data *d)
{
	size_t bytes = data_bytes(d->type);
	char *raw = malloc(d->count * bytes + 1);

	assert_non_null(raw);
	for (size_t i = 0; i < d->count; i++)
		data_store(d->type, raw + i * bytes, d->host[i]);
	assert_int_equal(cudaMemcpy(d->device, raw, d->count * bytes, cudaMemcpyHostToDevice),
			 cudaSuccess);
	for (size_t i = 0; i < d->count; i++) /* as rounded */
		d->host[i] = data_load(d->type, raw + i * bytes);
	free(raw);
}

/* Values between -6 and 6, whole ones for integers. */
static inline Data data_make(cudaDataType type, size_t count)
{
	static uint32_t state = 99;
	Data d = {type, count, malloc((count + 1) * sizeof *d.host), NULL};

	assert_non_null(d.host);
	for (size_t i = 0; i < count; i++) {
		double part[2];
		for (int k = 0; k < 2; k++) {
			state = state * 1664525u + 1013904223u;
			part[k] = (double)(state >> 8) / 0xffffff * 12 - 6;
			if (type == CUDA_R_8I || type == CUDA_C_8I || type == CUDA_R_32I)
				part[k] = rint(part[k]);
		}
		d.host[i] = data_is_complex(type) ? part[0] + part[1] * I : part[0];
	}
	assert_int_equal(cudaMalloc(&d.device, (count + 1) * data_bytes(type)), cudaSuccess);
	data_upload(&d);
	return d;
}

static inline void data_free(Data *d)
{
	assert_int_equal(cudaFree(d->device), cudaSuccess);
	free(d->host);
}

/* The device's elements, to be freed. */
static inline double complex *data_download(const Data *d)
{
	size_t bytes = data_bytes(d->type);
	char *raw = malloc(d->count * bytes + 1);
	double complex *values = malloc((d->count + 1) * sizeof *values);

	assert_true(raw && values);
	assert_int_equal(cudaMemcpy(raw, d->device, d->count * bytes, cudaMemcpyDeviceToHost),
			 cudaSuccess);
	for (size_t i = 0; i < d->count; i++)
		values[i] = data_load(d->type, raw + i * bytes);
	free(raw);
	return values;
}

/* What is on the device is what is on the host. bound[i], if there is one, is how much larger than
 * the result the terms of sum i were: they are rounded too, to float or better. */
static inline void data_check(const Data *d, const double *bound)
{
	double complex *got = data_download(d);
	double epsilon = data_epsilon(d->type);
	double sum_epsilon = epsilon < ldexp(1, -24) ? epsilon : ldexp(1, -24);

	for (size_t i = 0; i < d->count; i++) {
		double complex wanted = d->host[i];
		double allowed = epsilon * cabs(wanted) * 1.001 +
				 (bound ? 64 * sum_epsilon * bound[i] : 0) +
				 (d->type == CUDA_R_16F ? ldexp(1, -25) : 0);
		if (isnan(creal(wanted)) && isnan(creal(got[i])))
			continue;
		if (got[i] != wanted && !(cabs(got[i] - wanted) <= allowed))
			fail_msg("type %d, element %zu: got %g%+gi, wanted %g%+gi", (int)d->type, i,
				 creal(got[i]), cimag(got[i]), creal(wanted), cimag(wanted));
	}
	free(got);
}

#endif

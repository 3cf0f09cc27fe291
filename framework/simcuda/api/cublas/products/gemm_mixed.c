/* gemm_mixed.c - the kernel for products of halves, bfloat16s and integers; and the work of such of floats as the tensor
 * cores do, which round their factors to 10 bits behind the leading one (as TF32 and halves have).
 *
 * Factors are widened to float and multiplied by the host's BLAS with float sums, and each result
 * is rounded once to C's type, as tensor cores with single precision sums do. Where cuBLAS may also
 * sum in half precision (CUBLAS_COMPUTE_16F) our result is the more exact one. 32-bit results of
 * 8-bit factors are exact: products go through doubles, in which every sum of theirs is exact, and
 * alpha and beta are applied modulo 2^32. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/api/cublas/products/gemm.h"
#include "framework/simcuda/api/cublas/base/number.h"

/* The kernel cannot answer an error: as the host's BLAS, it gives up. */
static void *room(size_t count, size_t bytes)
{
	void *memory = calloc(count ? count : 1, bytes);

	if (memory)
		return memory;
	fprintf(stderr, "simcuda: no memory for a product of mixed types\n");
	abort();
}

/* To the nearest number with 10 bits behind the leading one; of two equally near, to the even one. */
static float tf32_round(float value)
{
	uint32_t bits;

	if (!isfinite(value))
		return value;
	memcpy(&bits, &value, sizeof bits);
	bits += 0xFFF + (bits >> 13 & 1);
	bits &= ~UINT32_C(0x1FFF);
	memcpy(&value, &bits, sizeof value);
	return value;
}

static float factor(BlasType type, const void *from, int64_t i)
{
	switch (type) {
	case BLAS_I8:
		return ((const int8_t *)from)[i];
	case BLAS_S:
		return tf32_round(number_load(type, from, i));
	default:
		return number_load(type, from, i);
	}
}

/* Widens the columns of a matrix into float, without gaps. A complex one has twice the rows. Floats are factors. */
static float *widen(BlasType type, const void *from, int64_t rows, int64_t cols, int64_t ld)
{
	float *to = room((size_t)rows * (size_t)cols, sizeof *to), *next = to;

	for (int64_t col = 0; col < cols; col++)
		for (int64_t i = col * ld; i < col * ld + rows; i++)
			*next++ = factor(type, from, i);
	return to;
}

static double *widen_double(const int8_t *from, int64_t rows, int64_t cols, int64_t ld)
{
	double *to = room((size_t)rows * (size_t)cols, sizeof *to), *next = to;

	for (int64_t col = 0; col < cols; col++)
		for (int64_t i = 0; i < rows; i++)
			*next++ = from[col * ld + i];
	return to;
}

/* One product: where its matrices are, and how A and B lie in memory. Those two are NULL when they
 * are not used. */
typedef struct Product {
	const BlasJob *job;
	const void *a, *b;
	void *c;
	int64_t rows_a, cols_a, rows_b, cols_b;
} Product;

static float real_scalar(const BlasJob *j, const BlasScalar *scalar, void *const *memory)
{
	return number_load(j->scalar, blas_value(scalar, memory), 0);
}

/* C is float already, or is widened, worked on, and rounded back. Without A and B there are no
 * terms (see gemm.c). */
static void product_float(const Product *p, float alpha, float beta)
{
	const BlasJob *j = p->job;
	float *a = NULL, *b = NULL, *c = p->c;
	int64_t ldc = j->step[2];

	if (p->a && p->b && alpha != 0) {
		a = widen(j->in, p->a, p->rows_a, p->cols_a, j->step[0]);
		b = widen(j->in, p->b, p->rows_b, p->cols_b, j->step[1]);
	}
	if (j->out != BLAS_S) {
		c = beta != 0 ? widen(j->out, p->c, j->m, j->n, ldc)
			      : room((size_t)j->m * (size_t)j->n, sizeof *c);
		ldc = j->m;
	}
	cblas_sgemm(CblasColMajor, j->transa, j->transb, j->m, j->n, a ? j->k : 0, alpha, a,
		    p->rows_a > 0 ? (int)p->rows_a : 1, b, p->rows_b > 0 ? (int)p->rows_b : 1, beta,
		    c, (int)ldc);
	for (int64_t col = 0; j->out != BLAS_S && col < j->n; col++)
		for (int64_t i = 0; i < j->m; i++)
			number_store(j->out, p->c, col * j->step[2] + i, c[col * j->m + i]);
	if (j->out != BLAS_S)
		free(c);
	free(a);
	free(b);
}

/* Pairs of 8-bit integers: twice the rows, as seen by widen(). */
static void product_complex(const Product *p, const blas_c *alpha, const blas_c *beta)
{
	const BlasJob *j = p->job;
	float *a = NULL, *b = NULL;

	if (p->a && p->b && *alpha != 0) {
		a = widen(BLAS_I8, p->a, 2 * p->rows_a, p->cols_a, 2 * (int64_t)j->step[0]);
		b = widen(BLAS_I8, p->b, 2 * p->rows_b, p->cols_b, 2 * (int64_t)j->step[1]);
	}
	cblas_cgemm(CblasColMajor, j->transa, j->transb, j->m, j->n, a ? j->k : 0, alpha, a,
		    p->rows_a > 0 ? (int)p->rows_a : 1, b, p->rows_b > 0 ? (int)p->rows_b : 1, beta,
		    p->c, j->step[2]);
	free(a);
	free(b);
}

static void product_integer(const Product *p, int32_t alpha, int32_t beta)
{
	const BlasJob *j = p->job;
	double *sum = room((size_t)j->m * (size_t)j->n, sizeof *sum);

	if (p->a && p->b && alpha != 0) {
		double *a = widen_double(p->a, p->rows_a, p->cols_a, j->step[0]);
		double *b = widen_double(p->b, p->rows_b, p->cols_b, j->step[1]);
		cblas_dgemm(CblasColMajor, j->transa, j->transb, j->m, j->n, j->k, 1, a,
			    p->rows_a > 0 ? (int)p->rows_a : 1, b,
			    p->rows_b > 0 ? (int)p->rows_b : 1, 0, sum, j->m);
		free(a);
		free(b);
	}
	for (int64_t col = 0; col < j->n; col++)
		for (int64_t i = 0; i < j->m; i++) {
			int32_t *c = (int32_t *)p->c + col * j->step[2] + i;
			uint32_t result = (uint32_t)alpha * (uint32_t)(int64_t)sum[col * j->m + i];
			if (beta != 0)
				result += (uint32_t)beta * (uint32_t)*c;
			*c = (int32_t)result;
		}
	free(sum);
}

static const void *element(const void *memory, int64_t i, BlasType type)
{
	return memory ? (const char *)memory + i * (int64_t)blas_bytes(type) : NULL;
}

BLAS_RUN(mixed)
{
	bool plain_a = j->transa == CblasNoTrans, plain_b = j->transb == CblasNoTrans;
	const void *alpha = blas_value(&j->alpha, memory), *beta = blas_value(&j->beta, memory);

	for (int64_t i = 0; i < j->batch; i++) {
		Product p = {.job = j,
			     .a = element(memory[0], i * j->stride[0], j->in),
			     .b = element(memory[1], i * j->stride[1], j->in),
			     .c = (char *)memory[2] +
				  i * j->stride[2] * (int64_t)blas_bytes(j->out),
			     .rows_a = plain_a ? j->m : j->k,
			     .cols_a = plain_a ? j->k : j->m,
			     .rows_b = plain_b ? j->k : j->n,
			     .cols_b = plain_b ? j->n : j->k};
		if (j->in == BLAS_CI8)
			product_complex(&p, alpha, beta);
		else if (j->out == BLAS_I32)
			product_integer(&p, *(const int32_t *)alpha, *(const int32_t *)beta);
		else
			product_float(&p, real_scalar(j, &j->alpha, memory),
				      real_scalar(j, &j->beta, memory));
	}
}

const SimKernel gemm_mixed = BLAS_KERNEL("cublasGemmEx", run_mixed);

void gemm_run_rounded(const BlasJob *j, void *const *memory)
{
	work_mixed(j, memory);
}

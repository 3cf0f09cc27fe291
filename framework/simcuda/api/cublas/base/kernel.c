/* kernel.c - what the kernels of all routines share. */
#include <string.h>

#include "framework/simcuda/api/cublas/base/blas.h"

int blas_ranges(const void *const *arguments, uint64_t threads, SimRange *ranges)
{
	const BlasJob *job = arguments[0];

	(void)threads;
	memcpy(ranges, job->range, (size_t)job->ranges * sizeof *ranges);
	return job->ranges;
}

void blas_cost(const void *const *arguments, uint64_t threads, SimCost *cost)
{
	const BlasJob *job = arguments[0];

	(void)threads;
	*cost = job->cost;
}

const void *blas_value(const BlasScalar *scalar, void *const *memory)
{
	return scalar->range < 0 ? &scalar->value : memory[scalar->range];
}

void blas_clear_vector(void *y, size_t bytes, int64_t n, int64_t inc)
{
	size_t step = (size_t)(inc < 0 ? -inc : inc) * bytes;

	if (step == bytes) {
		bytes *= (size_t)n;
		n = 1;
	}
	for (int64_t i = 0; i < n; i++)
		memset((char *)y + (size_t)i * step, 0, bytes);
}

BlasRows blas_rows(enum CBLAS_UPLO uplo, int64_t n, int64_t column)
{
	return uplo == CblasLower ? (BlasRows){column, n} : (BlasRows){0, column + 1};
}

void blas_clear_triangle(void *c, size_t bytes, enum CBLAS_UPLO uplo, int64_t n, int64_t ld)
{
	for (int64_t col = 0; col < n; col++) {
		BlasRows rows = blas_rows(uplo, n, col);
		memset((char *)c + (size_t)(rows.first + col * ld) * bytes, 0,
		       (size_t)(rows.end - rows.first) * bytes);
	}
}

int64_t blas_place(int64_t n, int64_t inc, int64_t i)
{
	return inc < 0 ? (i - n + 1) * inc : i * inc;
}

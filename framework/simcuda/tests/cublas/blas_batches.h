/* blas_batches.h - batches of small matrices, and the arrays of pointers that name them. */
#ifndef BLAS_BATCHES_H
#define BLAS_BATCHES_H

#include "framework/simcuda/tests/cublas/blas_small.h"

#define BATCH 9

/* Matrices of n x n, each in memory of its own or all in one block, and the arrays that name them.
 */
typedef struct Set {
	Data data[BATCH];
	void **pointers; /* device memory */
} Set;

enum { APART, TOGETHER, BACKWARDS, MIXED };

static inline Data part_of(const Data *block, int place, int size)
{
	size_t bytes = data_bytes(block->type);

	return (Data){block->type, (size_t)size, block->host + (size_t)place * (size_t)size,
		      (char *)block->device + (size_t)place * (size_t)size * bytes};
}

static inline void set_make(Set *s, cudaDataType type, int size, int layout, Data *block)
{
	void *host[BATCH];

	*block = data_make(type, (size_t)size * BATCH);
	for (int i = 0; i < BATCH; i++) {
		int place = layout == BACKWARDS ? BATCH - 1 - i : layout == MIXED ? i * 2 % 9 : i;
		s->data[i] = layout == APART ? data_make(type, (size_t)size)
					     : part_of(block, place, size);
		host[i] = s->data[i].device;
	}
	assert_int_equal(cudaMalloc((void **)&s->pointers, sizeof host), cudaSuccess);
	assert_int_equal(cudaMemcpy(s->pointers, host, sizeof host, cudaMemcpyHostToDevice),
			 cudaSuccess);
}

static inline void set_free(Set *s, int layout, Data *block)
{
	for (int i = 0; i < BATCH && layout == APART; i++)
		data_free(&s->data[i]);
	assert_int_equal(cudaFree(s->pointers), cudaSuccess);
	data_free(block);
}

static inline double complex conjugate_if(int condition, double complex z)
{
	return condition ? conj(z) : z;
}

/* C := alpha op(A) B + beta C for one of the batch, n x n, without gaps. */
static inline void product(const Data *a, cublasOperation_t op, const Data *b, Data *c, int n,
			   double complex alpha, double complex beta)
{
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++) {
			double complex sum = 0;
			for (int k = 0; k < n; k++)
				sum += conjugate_if(
					       op == CUBLAS_OP_C,
					       a->host[op == CUBLAS_OP_N ? i + k * n : k + i * n]) *
				       b->host[k + j * n];
			c->host[i + j * n] =
				alpha * sum + (beta == 0 ? 0 : beta * c->host[i + j * n]);
		}
}

static inline void check(const Data *d, size_t count)
{
	double bound[64];

	for (int i = 0; i < 64; i++)
		bound[i] = 500;
	assert_true(count <= 64);
	data_check(d, bound);
}

/* by the number of the type: S, D, C, Z */
static const cudaDataType types[] = {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F};

#endif

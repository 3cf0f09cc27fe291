/* batch.h - routines whose matrices are where arrays of pointers say, which are device memory.
 * batch.c says how they are queued. */
#ifndef BATCH_H
#define BATCH_H

#include "framework/simcuda/api/cublas/base/blas.h"

/* Some matrices of a batch, which follow each other evenly: what one launch takes. */
typedef struct BatchPart {
	int first, count, total; /* matrices `first` to first + count - 1 of `total` */
	int arrays;
	const void *array[BLAS_ARRAYS];   /* the arrays of pointers */
	const void *pointer[BLAS_ARRAYS]; /* the first matrix that each array names */
	int64_t stride[BLAS_ARRAYS];      /* elements from each matrix to the next */
} BatchPart;

typedef struct Batch {
	struct cublasContext *handle;
	int count; /* at least 1 */
	int arrays;
	const void *array[BLAS_ARRAYS];
	uint64_t element[BLAS_ARRAYS]; /* bytes of an element */
	uint64_t span[BLAS_ARRAYS];    /* bytes from the begin of a matrix to its end */
	const SimKernel *kernel;       /* by whose name a bad pointer is reported */

	/* Queues a part: describes its operands and launches, with the call's `part` set. */
	cublasStatus_t (*queue)(const void *routine, const BatchPart *part);
	const void *routine;
} Batch;

/* Queues them all. CUBLAS_STATUS_INVALID_VALUE when an array is NULL. */
cublasStatus_t batch_run(const Batch *batch);

/* The bytes from the first to the last element of a matrix; 0 when it has none. */
uint64_t batch_span(int64_t rows, int64_t cols, int64_t ld, uint64_t element);

#endif

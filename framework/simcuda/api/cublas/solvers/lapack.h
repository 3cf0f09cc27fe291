/* lapack.h - factorizations of batches of small matrices: what lu.c, inverse.c and qr.c share. A
 * batch is queued as api/cublas/base/batch.h says. */
#ifndef LAPACK_H
#define LAPACK_H

#include "framework/simcuda/api/cublas/base/batch.h"

/* The arguments of a routine; what it does not have stays 0. */
typedef struct Lapack {
	BlasCall *call; /* with its name and type */
	int m, n, nrhs; /* A is (m, n), or (n, n) if m is 0 */
	int lda, ldb;   /* of A; of B, or of the inverse */
	cublasOperation_t trans;
	const void *a, *b; /* the arrays of pointers to A, to B */
	const int *pivots; /* device memory: n for each matrix, counted from 1; NULL: no pivoting */
	int *info;         /* device memory: one for each matrix */
	int batch;
} Lapack;

/* Fills a call's job with the sizes of a part, and begins to describe its operands with A. */
void lapack_begin(BlasCall *call, const Lapack *l, const BatchPart *part, SimAccess a);

/* The next operand is the part's share of an array of ints, `each` for each matrix. A NULL one is
 * unused. */
void lapack_ints(BlasCall *call, const BatchPart *part, const int *ints, int each,
		 SimAccess access);

/* Queues the batch. `rows_b` and `cols_b` are those of the second matrix, 0 if there is none. */
cublasStatus_t lapack_run(const Lapack *l, int rows_b, int cols_b, const SimKernel *kernels,
			  cublasStatus_t (*queue)(const void *, const BatchPart *));

/* A pivot's size, as LAPACK compares them. */
#define LAPACK_SIZE_s(z) fabsf(z)
#define LAPACK_SIZE_d(z) fabs(z)
#define LAPACK_SIZE_c(z) (fabsf(crealf(z)) + fabsf(cimagf(z)))
#define LAPACK_SIZE_z(z) (fabs(creal(z)) + fabs(cimag(z)))

/* lu.c: factors A (n, n) in place, row exchanges in pivots[] unless that is NULL. Returns the
 * number of the first pivot that is 0, counted from 1; or 0. */
int lu_s(int n, blas_s *a, int64_t lda, int *pivots);
int lu_d(int n, blas_d *a, int64_t lda, int *pivots);
int lu_c(int n, blas_c *a, int64_t lda, int *pivots);
int lu_z(int n, blas_z *a, int64_t lda, int *pivots);

#endif

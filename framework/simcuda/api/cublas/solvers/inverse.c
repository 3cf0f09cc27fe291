/* inverse.c - batches of inverses: from LU factors (getri), and of small matrices at once (matinv).
 *
 * The inverse is the solution of L U X = P: an identity whose rows are exchanged as A's were. That
 * of a singular matrix is left as it was, and `info` says which pivot is 0, counted from 1. */
#include <math.h>
#include <string.h>

#include "framework/simcuda/api/cublas/solvers/lapack.h"

#define MATINV_MOST 32 /* cuBLAS's documentation: larger ones are for getrf and getri */

#define INVERSE(T, t, P)                                                                           \
	static int zero_pivot_##t(int n, const blas_##t *lu, int64_t ld)                           \
	{                                                                                          \
		for (int i = 0; i < n; i++)                                                        \
			if (lu[i + i * ld] == 0)                                                   \
				return i + 1;                                                      \
		return 0;                                                                          \
	}                                                                                          \
	static void inverse_##t(int n, const blas_##t *lu, int ld, const int *pivots, blas_##t *x, \
				int ldx)                                                           \
	{                                                                                          \
		const blas_##t one = 1;                                                            \
                                                                                                   \
		for (int64_t col = 0; col < n; col++) {                                            \
			int row = (int)col;                                                        \
			for (int k = 0; pivots && k < n; k++)                                      \
				row = row == k ? pivots[k] - 1 : row == pivots[k] - 1 ? k : row;   \
			for (int i = 0; i < n; i++)                                                \
				x[i + col * ldx] = i == row;                                       \
		}                                                                                  \
		cblas_##t##trsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasUnit, n,  \
				n, BLAS_PASS_##t(&one), lu, ld, x, ldx);                           \
		cblas_##t##trsm(CblasColMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit,  \
				n, n, BLAS_PASS_##t(&one), lu, ld, x, ldx);                        \
	}                                                                                          \
	BLAS_RUN(t##getriBatched)                                                                  \
	{                                                                                          \
		for (int64_t i = 0; i < j->batch; i++) {                                           \
			const blas_##t *lu = (blas_##t *)memory[0] + i * j->stride[0];             \
			const int *pivots = memory[2] ? (int *)memory[2] + i * j->n : NULL;        \
			int *info = (int *)memory[3] + i;                                          \
                                                                                                   \
			*info = zero_pivot_##t(j->n, lu, j->step[0]);                              \
			if (*info == 0)                                                            \
				inverse_##t(j->n, lu, j->step[0], pivots,                          \
					    (blas_##t *)memory[1] + i * j->stride[1], j->step[1]); \
		}                                                                                  \
	}                                                                                          \
	BLAS_RUN(t##matinvBatched)                                                                 \
	{                                                                                          \
		blas_##t lu[MATINV_MOST * MATINV_MOST];                                            \
		int pivots[MATINV_MOST];                                                           \
                                                                                                   \
		for (int64_t i = 0; i < j->batch; i++) {                                           \
			const blas_##t *a = (blas_##t *)memory[0] + i * j->stride[0];              \
			int *info = (int *)memory[2] + i;                                          \
                                                                                                   \
			for (int64_t col = 0; col < j->n; col++)                                   \
				memcpy(lu + col * j->n, a + col * j->step[0],                      \
				       (size_t)j->n * sizeof *a);                                  \
			*info = lu_##t(j->n, lu, j->n, pivots);                                    \
			if (*info == 0)                                                            \
				inverse_##t(j->n, lu, j->n, pivots,                                \
					    (blas_##t *)memory[1] + i * j->stride[1], j->step[1]); \
		}                                                                                  \
	}
BLAS_TYPES(INVERSE)
BLAS_FAMILY(getriBatched)
BLAS_FAMILY(matinvBatched)

/* The inverse may not be written, so that what it held before stays. */
static void begin(BlasCall *call, const Lapack *l, const BatchPart *part)
{
	lapack_begin(call, l, part, SIM_READ);
	blas_matrices(call, part->pointer[1], l->n, l->n, l->ldb, part->stride[1], SIM_MAY_WRITE);
}

static cublasStatus_t queue_getri(const void *routine, const BatchPart *part)
{
	const Lapack *l = routine;
	double n = l->n;
	BlasCall call;

	begin(&call, l, part);
	lapack_ints(&call, part, l->pivots, l->n, SIM_READ);
	lapack_ints(&call, part, l->info, 1, SIM_WRITE);
	return blas_launch(&call, blas_getriBatched, n * n * n * 2 / 3 * part->count, false);
}

static cublasStatus_t queue_matinv(const void *routine, const BatchPart *part)
{
	const Lapack *l = routine;
	double n = l->n;
	BlasCall call;

	begin(&call, l, part);
	lapack_ints(&call, part, l->info, 1, SIM_WRITE);
	return blas_launch(&call, blas_matinvBatched, n * n * n * part->count, false);
}

static cublasStatus_t inverse(const Lapack *l, int most, const SimKernel *kernels,
			      cublasStatus_t (*queue)(const void *, const BatchPart *))
{
	BlasCall *call = l->call;
	int rows = l->n > 1 ? l->n : 1;

	if (!blas_enter(call))
		return call->status;
	blas_require(call, l->n >= 0 && l->n <= most && l->batch >= 0);
	blas_require(call, l->lda >= rows && l->ldb >= rows);
	blas_require(call, l->info != NULL || l->batch == 0);
	if (call->status != CUBLAS_STATUS_SUCCESS || l->n == 0 || l->batch == 0)
		return call->status;
	return lapack_run(l, l->n, l->n, kernels, queue);
}

#define ENTRIES(T, t, P)                                                                           \
	cublasStatus_t cublas##T##getriBatched(cublasHandle_t handle, int n, const P *const A[],   \
					       int lda, const int *P_, P *const C[], int ldc,      \
					       int *info, int batchSize)                           \
	{                                                                                          \
		Lapack l = {.call = BLAS_CALL(handle, T),                                          \
			    .n = n,                                                                \
			    .lda = lda,                                                            \
			    .ldb = ldc,                                                            \
			    .a = A,                                                                \
			    .b = C,                                                                \
			    .pivots = P_,                                                          \
			    .info = info,                                                          \
			    .batch = batchSize};                                                   \
		return inverse(&l, n, blas_getriBatched, queue_getri);                             \
	}                                                                                          \
	cublasStatus_t cublas##T##matinvBatched(cublasHandle_t handle, int n, const P *const A[],  \
						int lda, P *const Ainv[], int lda_inv, int *info,  \
						int batchSize)                                     \
	{                                                                                          \
		Lapack l = {.call = BLAS_CALL(handle, T),                                          \
			    .n = n,                                                                \
			    .lda = lda,                                                            \
			    .ldb = lda_inv,                                                        \
			    .a = A,                                                                \
			    .b = Ainv,                                                             \
			    .info = info,                                                          \
			    .batch = batchSize};                                                   \
		return inverse(&l, MATINV_MOST, blas_matinvBatched, queue_matinv);                 \
	}
BLAS_TYPES(ENTRIES)

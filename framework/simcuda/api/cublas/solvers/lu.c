/* lu.c - batches of LU factorizations (getrf) and of solutions by them (getrs).
 *
 * A = P L U with partial pivoting: column by column, the largest element on or below the diagonal
 * is exchanged to the diagonal, and the columns behind are updated. L has a unit diagonal, which is
 * not stored. Without pivots (PivotArray is NULL) the diagonal is taken as it is. */
#include <math.h>

#include "framework/simcuda/api/cublas/solvers/lapack.h"

/* A 0 on the diagonal ends no factorization: its column is left alone, as LAPACK does. */
#define LU(T, t, P)                                                                                \
	static int pivot_##t(int n, const blas_##t *a, int64_t lda, int k)                         \
	{                                                                                          \
		int best = k;                                                                      \
                                                                                                   \
		for (int i = k + 1; i < n; i++)                                                    \
			if (LAPACK_SIZE_##t(a[i + k * lda]) > LAPACK_SIZE_##t(a[best + k * lda]))  \
				best = i;                                                          \
		return best;                                                                       \
	}                                                                                          \
	static void exchange_##t(int n, blas_##t *a, int64_t lda, int i, int k)                    \
	{                                                                                          \
		for (int64_t col = 0; i != k && col < n; col++) {                                  \
			blas_##t old = a[i + col * lda];                                           \
			a[i + col * lda] = a[k + col * lda];                                       \
			a[k + col * lda] = old;                                                    \
		}                                                                                  \
	}                                                                                          \
	int lu_##t(int n, blas_##t *a, int64_t lda, int *pivots)                                   \
	{                                                                                          \
		int info = 0;                                                                      \
                                                                                                   \
		for (int k = 0; k < n; k++) {                                                      \
			int pivot = pivots ? pivot_##t(n, a, lda, k) : k;                          \
			if (pivots)                                                                \
				pivots[k] = pivot + 1;                                             \
			exchange_##t(n, a, lda, pivot, k);                                         \
			blas_##t head = a[k + k * lda];                                            \
			if (head == 0) {                                                           \
				info = info ? info : k + 1;                                        \
				continue;                                                          \
			}                                                                          \
			for (int i = k + 1; i < n; i++)                                            \
				a[i + k * lda] /= head;                                            \
			for (int64_t col = k + 1; col < n; col++) {                                \
				blas_##t factor = a[k + col * lda];                                \
				for (int i = k + 1; factor != 0 && i < n; i++)                     \
					a[i + col * lda] -= a[i + k * lda] * factor;               \
			}                                                                          \
		}                                                                                  \
		return info;                                                                       \
	}                                                                                          \
	BLAS_RUN(t##getrfBatched)                                                                  \
	{                                                                                          \
		for (int64_t i = 0; i < j->batch; i++) {                                           \
			int *pivots = memory[1] ? (int *)memory[1] + i * j->n : NULL;              \
			((int *)memory[2])[i] =                                                    \
				lu_##t(j->n, (blas_##t *)memory[0] + i * j->stride[0], j->step[0], \
				       pivots);                                                    \
		}                                                                                  \
	}                                                                                          \
	/* Exchanges the rows of B as the pivots say, or back. */                                  \
	static void permute_##t(const BlasJob *j, const int *pivots, blas_##t *b, bool back)       \
	{                                                                                          \
		for (int i = 0; pivots && i < j->n; i++) {                                         \
			int k = back ? j->n - 1 - i : i;                                           \
			if (pivots[k] >= 1 && pivots[k] <= j->n)                                   \
				exchange_##t(j->k, b, j->step[1], k, pivots[k] - 1);               \
		}                                                                                  \
	}                                                                                          \
	static void triangle_##t(const BlasJob *j, const blas_##t *a, blas_##t *b,                 \
				 enum CBLAS_UPLO uplo)                                             \
	{                                                                                          \
		const blas_##t one = 1;                                                            \
                                                                                                   \
		cblas_##t##trsm(CblasColMajor, CblasLeft, uplo, j->transa,                         \
				uplo == CblasLower ? CblasUnit : CblasNonUnit, j->n, j->k,         \
				BLAS_PASS_##t(&one), a, j->step[0], b, j->step[1]);                \
	}                                                                                          \
	BLAS_RUN(t##getrsBatched)                                                                  \
	{                                                                                          \
		for (int64_t i = 0; i < j->batch; i++) {                                           \
			const int *pivots = memory[2] ? (int *)memory[2] + i * j->n : NULL;        \
			const blas_##t *a = (blas_##t *)memory[0] + i * j->stride[0];              \
			blas_##t *b = (blas_##t *)memory[1] + i * j->stride[1];                    \
			bool plain = j->transa == CblasNoTrans;                                    \
                                                                                                   \
			if (plain)                                                                 \
				permute_##t(j, pivots, b, false);                                  \
			triangle_##t(j, a, b, plain ? CblasLower : CblasUpper);                    \
			triangle_##t(j, a, b, plain ? CblasUpper : CblasLower);                    \
			if (!plain)                                                                \
				permute_##t(j, pivots, b, true);                                   \
		}                                                                                  \
	}
BLAS_TYPES(LU)
BLAS_FAMILY(getrfBatched)
BLAS_FAMILY(getrsBatched)

static cublasStatus_t queue_factors(const void *routine, const BatchPart *part)
{
	const Lapack *l = routine;
	double n = l->n;
	BlasCall call;

	lapack_begin(&call, l, part, SIM_READ_WRITE);
	lapack_ints(&call, part, l->pivots, l->n, SIM_WRITE);
	lapack_ints(&call, part, l->info, 1, SIM_WRITE);
	return blas_launch(&call, blas_getrfBatched, n * n * n / 3 * part->count, false);
}

static cublasStatus_t queue_solve(const void *routine, const BatchPart *part)
{
	const Lapack *l = routine;
	double n = l->n;
	BlasCall call;

	lapack_begin(&call, l, part, SIM_READ);
	call.job.transa = blas_operation(&call, l->trans);
	blas_matrices(&call, part->pointer[1], l->n, l->nrhs, l->ldb, part->stride[1],
		      SIM_READ_WRITE);
	lapack_ints(&call, part, l->pivots, l->n, SIM_READ);
	return blas_launch(&call, blas_getrsBatched, n * n * l->nrhs * part->count, false);
}

static int at_least_one(int size)
{
	return size > 1 ? size : 1;
}

static cublasStatus_t getrf(const Lapack *l)
{
	BlasCall *call = l->call;

	if (!blas_enter(call))
		return call->status;
	blas_require(call, l->n >= 0 && l->batch >= 0 && l->lda >= at_least_one(l->n));
	blas_require(call, l->info != NULL || l->batch == 0);
	if (call->status != CUBLAS_STATUS_SUCCESS || l->n == 0 || l->batch == 0)
		return call->status;
	return lapack_run(l, 0, 0, blas_getrfBatched, queue_factors);
}

/* *info tells the host which argument was wrong, counted from `trans`. */
static cublasStatus_t getrs(const Lapack *l, int *info)
{
	BlasCall *call = l->call;

	if (!blas_enter(call))
		return call->status;
	if (!info)
		return CUBLAS_STATUS_INVALID_VALUE;
	*info = (unsigned)l->trans > CUBLAS_OP_C ? -1
		: l->n < 0                       ? -2
		: l->nrhs < 0                    ? -3
		: l->lda < at_least_one(l->n)    ? -5
		: l->ldb < at_least_one(l->n)    ? -8
		: l->batch < 0                   ? -10
						 : 0;
	if (*info != 0)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (l->n == 0 || l->nrhs == 0 || l->batch == 0)
		return CUBLAS_STATUS_SUCCESS;
	return lapack_run(l, l->n, l->nrhs, blas_getrsBatched, queue_solve);
}

#define ENTRIES(T, t, P)                                                                           \
	cublasStatus_t cublas##T##getrfBatched(cublasHandle_t handle, int n, P *const A[],         \
					       int lda, int *P_, int *info, int batchSize)         \
	{                                                                                          \
		return getrf(&(Lapack){.call = BLAS_CALL(handle, T),                               \
				       .n = n,                                                     \
				       .lda = lda,                                                 \
				       .a = A,                                                     \
				       .pivots = P_,                                               \
				       .info = info,                                               \
				       .batch = batchSize});                                       \
	}                                                                                          \
	cublasStatus_t cublas##T##getrsBatched(cublasHandle_t handle, cublasOperation_t trans,     \
					       int n, int nrhs, const P *const Aarray[], int lda,  \
					       const int *devIpiv, P *const Barray[], int ldb,     \
					       int *info, int batchSize)                           \
	{                                                                                          \
		return getrs(&(Lapack){.call = BLAS_CALL(handle, T),                               \
				       .n = n,                                                     \
				       .nrhs = nrhs,                                               \
				       .lda = lda,                                                 \
				       .ldb = ldb,                                                 \
				       .trans = trans,                                             \
				       .a = Aarray,                                                \
				       .b = Barray,                                                \
				       .pivots = devIpiv,                                          \
				       .batch = batchSize},                                        \
			     info);                                                                \
	}
BLAS_TYPES(ENTRIES)

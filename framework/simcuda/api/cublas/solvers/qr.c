/* qr.c - batches of QR factorizations (geqrf) and of least squares (gels).
 *
 * Householder's reflections, one for each column, as LAPACK stores them: H = I - tau v v*, with
 * v = (1, what lies below the diagonal). H* takes the column to (r, 0, ...), with r real. gels
 * solves for the x with the least |A x - c|: it applies the same reflections to C, and solves R x =
 * c. */
#include <math.h>

#include "framework/simcuda/api/cublas/solvers/lapack.h"

/* Makes the reflection of column k and returns tau. v begins behind the diagonal element. */
#define REFLECT(T, t, r, P)                                                                          \
	static blas_##t reflection_##t(int64_t rows, blas_##t *head, blas_##t *v)                    \
	{                                                                                            \
		blas_##r sum = 0, largest = LAPACK_SIZE_##t(*head),                                  \
			 real = BLAS_REAL_PART_##t(*head);                                           \
		bool below = false;                                                                  \
                                                                                                     \
		for (int64_t i = 0; i < rows; i++) {                                                 \
			blas_##r size = LAPACK_SIZE_##t(v[i]);                                       \
			below = below || v[i] != 0;                                                  \
			largest = size > largest ? size : largest;                                   \
		}                                                                                    \
		if (!below && *head == real)                                                         \
			return 0;                                                                    \
		for (int64_t i = -1; i < rows; i++) { /* scaled, so that no square overflows */      \
			blas_##t x = (i < 0 ? *head : v[i]) / largest;                               \
			sum += BLAS_REAL_PART_##t(x * BLAS_CONJ_##t(x));                             \
		}                                                                                    \
		blas_##r norm = largest * (blas_##r)sqrt((double)sum);                               \
		blas_##r result = real > 0 ? -norm : norm;                                           \
		blas_##t tau = (result - *head) / result, scale = *head - result;                    \
		for (int64_t i = 0; i < rows; i++)                                                   \
			v[i] /= scale;                                                               \
		*head = result;                                                                      \
		return tau;                                                                          \
	}                                                                                            \
	/* c := H* c for each column of C, whose first element meets the 1 of v. */                  \
	static void apply_##t(int64_t rows, const blas_##t *v, blas_##t tau, blas_##t *c,            \
			      int64_t cols, int64_t ldc)                                             \
	{                                                                                            \
		for (int64_t col = 0; tau != 0 && col < cols; col++, c += ldc) {                     \
			blas_##t sum = c[0];                                                         \
			for (int64_t i = 0; i < rows; i++)                                           \
				sum += BLAS_CONJ_##t(v[i]) * c[i + 1];                               \
			sum *= BLAS_CONJ_##t(tau);                                                   \
			c[0] -= sum;                                                                 \
			for (int64_t i = 0; i < rows; i++)                                           \
				c[i + 1] -= sum * v[i];                                              \
		}                                                                                    \
	}                                                                                            \
	/* Makes column k of A one of R, applies its reflection to the columns behind it, and      \
	 * returns tau. */ \
	static blas_##t column_##t(const BlasJob *j, blas_##t *a, int64_t k)                         \
	{                                                                                            \
		int64_t lda = j->step[0], rows = j->m - k - 1;                                       \
		blas_##t *head = a + k + k * lda;                                                    \
		blas_##t tau = reflection_##t(rows, head, head + 1);                                 \
                                                                                                     \
		apply_##t(rows, head + 1, tau, head + lda, j->n - k - 1, lda);                       \
		return tau;                                                                          \
	}                                                                                            \
	BLAS_RUN(t##geqrfBatched)                                                                    \
	{                                                                                            \
		for (int64_t i = 0; i < j->batch; i++) {                                             \
			blas_##t *a = (blas_##t *)memory[0] + i * j->stride[0];                      \
			blas_##t *tau = (blas_##t *)memory[1] + i * j->stride[1];                    \
			for (int64_t k = 0; k < j->m && k < j->n; k++)                               \
				tau[k] = column_##t(j, a, k);                                        \
		}                                                                                    \
	}                                                                                            \
	static int zero_##t(const BlasJob *j, const blas_##t *a)                                     \
	{                                                                                            \
		for (int64_t k = 0; k < j->n; k++)                                                   \
			if (a[k + k * j->step[0]] == 0)                                              \
				return (int)k + 1;                                                   \
		return 0;                                                                            \
	}                                                                                            \
	BLAS_RUN(t##gelsBatched)                                                                     \
	{                                                                                            \
		const blas_##t one = 1;                                                              \
                                                                                                     \
		for (int64_t i = 0; i < j->batch; i++) {                                             \
			blas_##t *a = (blas_##t *)memory[0] + i * j->stride[0];                      \
			blas_##t *c = (blas_##t *)memory[1] + i * j->stride[1];                      \
			for (int64_t k = 0; k < j->n; k++) {                                         \
				blas_##t tau = column_##t(j, a, k);                                  \
				apply_##t(j->m - k - 1, a + k * j->step[0] + k + 1, tau, c + k,      \
					  j->k, j->step[1]);                                         \
			}                                                                            \
			int info = zero_##t(j, a);                                                   \
			if (memory[2])                                                               \
				((int *)memory[2])[i] = info;                                        \
			if (info == 0)                                                               \
				cblas_##t##trsm(CblasColMajor, CblasLeft, CblasUpper,                \
						CblasNoTrans, CblasNonUnit, j->n, j->k,              \
						BLAS_PASS_##t(&one), a, j->step[0], c,               \
						j->step[1]);                                         \
		}                                                                                    \
	}
REFLECT(S, s, s, float)
REFLECT(D, d, d, double)
REFLECT(C, c, s, cuComplex)
REFLECT(Z, z, d, cuDoubleComplex)
BLAS_FAMILY(geqrfBatched)
BLAS_FAMILY(gelsBatched)

static int smaller(int a, int b)
{
	return a < b ? a : b;
}

static int larger(int a, int b)
{
	return a > b ? a : b;
}

static cublasStatus_t queue_geqrf(const void *routine, const BatchPart *part)
{
	const Lapack *l = routine;
	int vectors = smaller(l->m, l->n);
	BlasCall call;

	lapack_begin(&call, l, part, SIM_READ_WRITE);
	blas_matrices(&call, part->pointer[1], vectors, 1, l->ldb, part->stride[1], SIM_WRITE);
	return blas_launch(&call, blas_geqrfBatched, (double)l->m * l->n * vectors * part->count,
			   false);
}

static cublasStatus_t queue_gels(const void *routine, const BatchPart *part)
{
	const Lapack *l = routine;
	BlasCall call;

	lapack_begin(&call, l, part, SIM_READ_WRITE);
	blas_matrices(&call, part->pointer[1], l->m, l->nrhs, l->ldb, part->stride[1],
		      SIM_READ_WRITE);
	lapack_ints(&call, part, l->info, 1, SIM_WRITE);
	return blas_launch(&call, blas_gelsBatched,
			   (double)l->m * l->n * (l->n + 2.0 * l->nrhs) * part->count, false);
}

/* *info tells the host which argument was wrong, counted from `m`. */
static cublasStatus_t geqrf(Lapack *l, int *info)
{
	if (!blas_enter(l->call))
		return l->call->status;
	if (!info)
		return CUBLAS_STATUS_INVALID_VALUE;
	*info = l->m < 0                   ? -1
		: l->n < 0                 ? -2
		: l->lda < larger(l->m, 1) ? -4
		: l->batch < 0             ? -7
					   : 0;
	if (*info != 0)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (l->m == 0 || l->n == 0 || l->batch == 0)
		return CUBLAS_STATUS_SUCCESS;
	l->ldb = smaller(l->m, l->n);
	return lapack_run(l, l->ldb, 1, blas_geqrfBatched, queue_geqrf);
}

/* *info: counted from `trans`. Only A itself, with at least as many rows as columns. */
static cublasStatus_t gels(const Lapack *l, int *info)
{
	if (!blas_enter(l->call))
		return l->call->status;
	if (!info)
		return CUBLAS_STATUS_INVALID_VALUE;
	*info = (unsigned)l->trans > CUBLAS_OP_C ? -1
		: l->m < 0                       ? -2
		: l->n < 0                       ? -3
		: l->nrhs < 0                    ? -4
		: l->lda < larger(l->m, 1)       ? -6
		: l->ldb < larger(l->m, 1)       ? -8
		: l->batch < 0                   ? -11
						 : 0;
	if (*info != 0)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (l->trans != CUBLAS_OP_N || l->m < l->n)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (l->n == 0 || l->nrhs == 0 || l->batch == 0)
		return CUBLAS_STATUS_SUCCESS;
	return lapack_run(l, l->m, l->nrhs, blas_gelsBatched, queue_gels);
}

#define ENTRIES(T, t, P)                                                                           \
	cublasStatus_t cublas##T##geqrfBatched(cublasHandle_t handle, int m, int n,                \
					       P *const Aarray[], int lda, P *const TauArray[],    \
					       int *info, int batchSize)                           \
	{                                                                                          \
		return geqrf(&(Lapack){.call = BLAS_CALL(handle, T),                               \
				       .m = m,                                                     \
				       .n = n,                                                     \
				       .lda = lda,                                                 \
				       .a = Aarray,                                                \
				       .b = TauArray,                                              \
				       .batch = batchSize},                                        \
			     info);                                                                \
	}                                                                                          \
	cublasStatus_t cublas##T##gelsBatched(cublasHandle_t handle, cublasOperation_t trans,      \
					      int m, int n, int nrhs, P *const Aarray[], int lda,  \
					      P *const Carray[], int ldc, int *info,               \
					      int *devInfoArray, int batchSize)                    \
	{                                                                                          \
		return gels(&(Lapack){.call = BLAS_CALL(handle, T),                                \
				      .m = m,                                                      \
				      .n = n,                                                      \
				      .nrhs = nrhs,                                                \
				      .lda = lda,                                                  \
				      .ldb = ldc,                                                  \
				      .trans = trans,                                              \
				      .a = Aarray,                                                 \
				      .b = Carray,                                                 \
				      .info = devInfoArray,                                        \
				      .batch = batchSize},                                         \
			    info);                                                                 \
	}
BLAS_TYPES(ENTRIES)

/* level3.c - symmetric and triangular matrices: symm, syrk, trsm, trmm.
 *
 * A triangle is no strided range: A's whole square counts as read, though only one triangle of it
 * is. For C of syrk, of which one triangle is kept, the whole square counts as read and written. */
#include "blas.h"

#define SYMM_RUN(T, t, P)                                                                          \
	BLAS_RUN(t##symm)                                                                          \
	{                                                                                          \
		cblas_##t##symm(CblasColMajor, j->side, j->uplo, j->m, j->n, BLAS_ALPHA(t),        \
				memory[0], j->step[0], memory[1], j->step[1], BLAS_BETA(t),        \
				memory[2], j->step[2]);                                            \
	}
BLAS_TYPES(SYMM_RUN)
BLAS_FAMILY(symm)

/* With beta = 0 what is in the triangle, NaN perhaps, must not spread. */
#define SYRK_RUN(T, t, P)                                                                          \
	BLAS_RUN(t##syrk)                                                                          \
	{                                                                                          \
		const blas_##t *beta = blas_value(&j->beta, memory);                               \
		bool lower = j->uplo == CblasLower;                                                \
                                                                                                   \
		for (int64_t col = 0; *beta == 0 && col < j->n; col++) {                           \
			blas_##t *c = (blas_##t *)memory[1] + col * j->step[1];                    \
			for (int64_t i = lower ? col : 0; i < (lower ? j->n : col + 1); i++)       \
				c[i] = 0;                                                          \
		}                                                                                  \
		cblas_##t##syrk(CblasColMajor, j->uplo, j->transa, j->n, j->k, BLAS_ALPHA(t),      \
				memory[0], j->step[0], BLAS_PASS_##t(beta), memory[1],             \
				j->step[1]);                                                       \
	}
BLAS_TYPES(SYRK_RUN)
BLAS_FAMILY(syrk)

#define TRSM_RUN(T, t, P)                                                                          \
	BLAS_RUN(t##trsm)                                                                          \
	{                                                                                          \
		cblas_##t##trsm(CblasColMajor, j->side, j->uplo, j->transa, j->diag, j->m, j->n,   \
				BLAS_ALPHA(t), memory[0], j->step[0], memory[1], j->step[1]);      \
	}
BLAS_TYPES(TRSM_RUN)
BLAS_FAMILY(trsm)

/* cblas works in place, cuBLAS from B to C. B is absent when alpha is 0. */
#define TRMM_RUN(T, t, P)                                                                          \
	BLAS_RUN(t##trmm)                                                                          \
	{                                                                                          \
		const blas_##t *b = memory[1];                                                     \
		blas_##t *c = memory[2];                                                           \
                                                                                                   \
		for (int64_t col = 0; b != c && col < j->n; col++)                                 \
			for (int64_t i = 0; i < j->m; i++)                                         \
				c[col * j->step[2] + i] = b ? b[col * j->step[1] + i] : 0;         \
		cblas_##t##trmm(CblasColMajor, j->side, j->uplo, j->transa, j->diag, j->m, j->n,   \
				BLAS_ALPHA(t), memory[0], j->step[0], c, j->step[2]);              \
	}
BLAS_TYPES(TRMM_RUN)
BLAS_FAMILY(trmm)

static cublasStatus_t symm(cublasHandle_t handle, BlasType type, cublasSideMode_t side,
			   cublasFillMode_t uplo, int m, int n, const void *alpha, const void *a,
			   int lda, const void *b, int ldb, const void *beta, void *c, int ldc)
{
	BlasCall call;
	BlasJob *job = &call.job;

	if (!blas_begin(&call, handle, type))
		return call.status;
	job->m = m;
	job->n = n;
	job->side = blas_side(&call, side);
	job->uplo = blas_uplo(&call, uplo);
	bool empty = m <= 0 || n <= 0;
	int order = job->side == CblasLeft ? m : n;
	SimAccess in = blas_scalar(&call, &job->alpha, alpha) ? SIM_READ : BLAS_UNUSED;
	SimAccess out = blas_scalar(&call, &job->beta, beta) ? SIM_READ_WRITE : SIM_WRITE;

	blas_matrix(&call, a, order, order, lda, empty ? BLAS_UNUSED : in);
	blas_matrix(&call, b, m, n, ldb, empty ? BLAS_UNUSED : in);
	blas_matrix(&call, c, m, n, ldc, empty ? BLAS_UNUSED : out);
	return empty ? call.status : blas_launch(&call, blas_symm, (double)m * n * order, true);
}

static cublasStatus_t syrk(cublasHandle_t handle, BlasType type, cublasFillMode_t uplo,
			   cublasOperation_t trans, int n, int k, const void *alpha, const void *a,
			   int lda, const void *beta, void *c, int ldc)
{
	BlasCall call;
	BlasJob *job = &call.job;

	if (!blas_begin(&call, handle, type))
		return call.status;
	job->n = n;
	job->k = k;
	job->uplo = blas_uplo(&call, uplo);
	job->transa = blas_operation(&call, trans);
	/* a symmetric product of complex numbers knows no conjugate */
	blas_require(&call, job->transa != CblasConjTrans);
	bool plain = job->transa == CblasNoTrans;
	SimAccess in = blas_scalar(&call, &job->alpha, alpha) ? SIM_READ : BLAS_UNUSED;
	blas_scalar(&call, &job->beta, beta);

	blas_require(&call, n >= 0 && k >= 0);
	blas_matrix(&call, a, plain ? n : k, plain ? k : n, lda, n <= 0 ? BLAS_UNUSED : in);
	blas_matrix(&call, c, n, n, ldc, SIM_READ_WRITE);
	return n <= 0 ? call.status
		      : blas_launch(&call, blas_syrk, (double)n * (n + 1.0) / 2 * k, true);
}

/* The arguments that trsm and trmm share. */
typedef struct Triangle {
	cublasSideMode_t side;
	cublasFillMode_t uplo;
	cublasOperation_t trans;
	cublasDiagType_t diag;
	int m, n;
	const void *alpha, *a, *b;
	int lda, ldb;
} Triangle;

/* trsm (solve) has no C. */
static cublasStatus_t triangular(cublasHandle_t handle, BlasType type, const Triangle *t,
				 bool solve, void *c, int ldc)
{
	BlasCall call;
	BlasJob *job = &call.job;

	if (!blas_begin(&call, handle, type))
		return call.status;
	job->m = t->m;
	job->n = t->n;
	job->side = blas_side(&call, t->side);
	job->uplo = blas_uplo(&call, t->uplo);
	job->transa = blas_operation(&call, t->trans);
	job->diag = blas_diag(&call, t->diag);
	bool empty = t->m <= 0 || t->n <= 0;
	int order = job->side == CblasLeft ? t->m : t->n;
	SimAccess in = blas_scalar(&call, &job->alpha, t->alpha) ? SIM_READ : BLAS_UNUSED;
	SimAccess in_b = solve ? in | SIM_WRITE : in;

	blas_matrix(&call, t->a, order, order, t->lda, empty ? BLAS_UNUSED : in);
	blas_matrix(&call, t->b, t->m, t->n, t->ldb, empty ? BLAS_UNUSED : in_b);
	if (!solve) {
		blas_require(&call, t->b != c || t->ldb == ldc);
		blas_matrix(&call, c, t->m, t->n, ldc, empty ? BLAS_UNUSED : SIM_WRITE);
	}
	if (empty)
		return call.status;
	return blas_launch(&call, solve ? blas_trsm : blas_trmm, (double)t->m * t->n * order / 2,
			   true);
}

#define ENTRIES(T, t, P)                                                                           \
	cublasStatus_t cublas##T##symm_v2(cublasHandle_t handle, cublasSideMode_t side,            \
					  cublasFillMode_t uplo, int m, int n, const P *alpha,     \
					  const P *A, int lda, const P *B, int ldb, const P *beta, \
					  P *C, int ldc)                                           \
	{                                                                                          \
		return symm(handle, BLAS_##T, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C,    \
			    ldc);                                                                  \
	}                                                                                          \
	cublasStatus_t cublas##T##syrk_v2(cublasHandle_t handle, cublasFillMode_t uplo,            \
					  cublasOperation_t trans, int n, int k, const P *alpha,   \
					  const P *A, int lda, const P *beta, P *C, int ldc)       \
	{                                                                                          \
		return syrk(handle, BLAS_##T, uplo, trans, n, k, alpha, A, lda, beta, C, ldc);     \
	}                                                                                          \
	cublasStatus_t cublas##T##trsm_v2(cublasHandle_t handle, cublasSideMode_t side,            \
					  cublasFillMode_t uplo, cublasOperation_t trans,          \
					  cublasDiagType_t diag, int m, int n, const P *alpha,     \
					  const P *A, int lda, P *B, int ldb)                      \
	{                                                                                          \
		Triangle t = {side, uplo, trans, diag, m, n, alpha, A, B, lda, ldb};               \
		return triangular(handle, BLAS_##T, &t, true, NULL, 1);                            \
	}                                                                                          \
	cublasStatus_t cublas##T##trmm_v2(cublasHandle_t handle, cublasSideMode_t side,            \
					  cublasFillMode_t uplo, cublasOperation_t trans,          \
					  cublasDiagType_t diag, int m, int n, const P *alpha,     \
					  const P *A, int lda, const P *B, int ldb, P *C, int ldc) \
	{                                                                                          \
		Triangle t = {side, uplo, trans, diag, m, n, alpha, A, B, lda, ldb};               \
		return triangular(handle, BLAS_##T, &t, false, C, ldc);                            \
	}
BLAS_TYPES(ENTRIES)

/* level3.c - a symmetric, Hermitian or triangular matrix and a general one: symm, hemm, trsm, trmm.
 */
#include "framework/simcuda/api/cublas/base/blas.h"

#define SYMM_RUN(name, t)                                                                          \
	BLAS_RUN(name)                                                                             \
	{                                                                                          \
		cblas_##name(CblasColMajor, j->side, j->uplo, j->m, j->n, BLAS_ALPHA(t),           \
			     memory[0], j->step[0], memory[1], j->step[1], BLAS_BETA(t),           \
			     memory[2], j->step[2]);                                               \
	}
SYMM_RUN(ssymm, s)
SYMM_RUN(dsymm, d)
SYMM_RUN(csymm, c)
SYMM_RUN(zsymm, z)
SYMM_RUN(chemm, c)
SYMM_RUN(zhemm, z)
BLAS_FAMILY(symm)
BLAS_COMPLEX_FAMILY(hemm)

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

/* The arguments of symm and hemm. */
typedef struct Symmetric {
	cublasSideMode_t side;
	cublasFillMode_t uplo;
	int64_t m, n;
	const void *alpha, *a;
	int64_t lda;
	const void *b;
	int64_t ldb;
	const void *beta;
	void *c;
	int64_t ldc;
} Symmetric;

static cublasStatus_t symmetric(BlasCall *call, const Symmetric *s, const SimKernel *kernel)
{
	BlasJob *job = &call->job;

	if (!blas_enter(call))
		return call->status;
	job->m = blas_size(call, s->m);
	job->n = blas_size(call, s->n);
	job->side = blas_side(call, s->side);
	job->uplo = blas_uplo(call, s->uplo);
	bool empty = s->m <= 0 || s->n <= 0;
	int64_t order = job->side == CblasLeft ? s->m : s->n;
	SimAccess in = blas_scalar(call, &job->alpha, s->alpha) ? SIM_READ : BLAS_UNUSED;
	SimAccess out = blas_target(call, &job->beta, s->beta);

	if (empty)
		in = out = BLAS_UNUSED;
	blas_triangle(call, s->a, order, s->lda, in);
	blas_matrix(call, s->b, s->m, s->n, s->ldb, in);
	blas_matrix(call, s->c, s->m, s->n, s->ldc, out);
	if (empty)
		return call->status;
	return blas_launch(call, kernel, (double)s->m * (double)s->n * (double)order, true);
}

/* The arguments that trsm and trmm share. */
typedef struct Triangle {
	cublasSideMode_t side;
	cublasFillMode_t uplo;
	cublasOperation_t trans;
	cublasDiagType_t diag;
	int64_t m, n;
	const void *alpha, *a, *b;
	int64_t lda, ldb;
} Triangle;

/* trsm (solve) has no C. */
static cublasStatus_t triangular(BlasCall *call, const Triangle *t, bool solve, void *c,
				 int64_t ldc)
{
	BlasJob *job = &call->job;

	if (!blas_enter(call))
		return call->status;
	job->m = blas_size(call, t->m);
	job->n = blas_size(call, t->n);
	job->side = blas_side(call, t->side);
	job->uplo = blas_uplo(call, t->uplo);
	job->transa = blas_operation(call, t->trans);
	job->diag = blas_diag(call, t->diag);
	bool empty = t->m <= 0 || t->n <= 0;
	int64_t order = job->side == CblasLeft ? t->m : t->n;
	SimAccess in = blas_scalar(call, &job->alpha, t->alpha) ? SIM_READ : BLAS_UNUSED;
	SimAccess in_b = solve ? in | SIM_WRITE : in;

	if (empty)
		in = in_b = BLAS_UNUSED;
	blas_triangle(call, t->a, order, t->lda, in);
	blas_matrix(call, t->b, t->m, t->n, t->ldb, in_b);
	if (!solve) {
		blas_require(call, t->b != c || t->ldb == ldc);
		blas_matrix(call, c, t->m, t->n, ldc, empty ? BLAS_UNUSED : SIM_WRITE);
	}
	if (empty)
		return call->status;
	return blas_launch(call, solve ? blas_trsm : blas_trmm,
			   (double)t->m * (double)t->n * (double)order / 2, true);
}

#define SYMM(name, T, P, R, v, I)                                                                  \
	cublasStatus_t cublas##T##name##_v2##v(                                                    \
		cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, I m, I n,     \
		const P *alpha, const P *A, I lda, const P *B, I ldb, const P *beta, P *C, I ldc)  \
	{                                                                                          \
		Symmetric s = {side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc};             \
		return symmetric(BLAS_CALL(handle, T), &s, blas_##name);                           \
	}
BLAS_ENTRIES(SYMM, symm)
BLAS_COMPLEX_ENTRIES(SYMM, hemm)

#define TRSM(name, T, P, R, v, I)                                                                  \
	cublasStatus_t cublas##T##name##_v2##v(cublasHandle_t handle, cublasSideMode_t side,       \
					       cublasFillMode_t uplo, cublasOperation_t trans,     \
					       cublasDiagType_t diag, I m, I n, const P *alpha,    \
					       const P *A, I lda, P *B, I ldb)                     \
	{                                                                                          \
		Triangle t = {side, uplo, trans, diag, m, n, alpha, A, B, lda, ldb};               \
		return triangular(BLAS_CALL(handle, T), &t, true, NULL, 1);                        \
	}
BLAS_ENTRIES(TRSM, trsm)

#define TRMM(name, T, P, R, v, I)                                                                  \
	cublasStatus_t cublas##T##name##_v2##v(cublasHandle_t handle, cublasSideMode_t side,       \
					       cublasFillMode_t uplo, cublasOperation_t trans,     \
					       cublasDiagType_t diag, I m, I n, const P *alpha,    \
					       const P *A, I lda, const P *B, I ldb, P *C, I ldc)  \
	{                                                                                          \
		Triangle t = {side, uplo, trans, diag, m, n, alpha, A, B, lda, ldb};               \
		return triangular(BLAS_CALL(handle, T), &t, false, C, ldc);                        \
	}
BLAS_ENTRIES(TRMM, trmm)

/* geam.c - the sum of two scaled matrices, either transposed or not. cblas has no such routine. */
#include "framework/simcuda/api/cublas/base/blas.h"

/* A summand whose factor is 0 is not read: what is in it, NaN perhaps, must not spread. */
#define GEAM_RUN(T, t, P)                                                                          \
	static blas_##t term_##t(blas_##t factor, const blas_##t *a, enum CBLAS_TRANSPOSE trans,   \
				 int ld, int64_t row, int64_t col)                                 \
	{                                                                                          \
		if (factor == 0)                                                                   \
			return 0;                                                                  \
		if (trans == CblasNoTrans)                                                         \
			return factor * a[row + col * ld];                                         \
		blas_##t z = a[col + row * ld];                                                    \
		return factor * (trans == CblasConjTrans ? BLAS_CONJ_##t(z) : z);                  \
	}                                                                                          \
	BLAS_RUN(t##geam)                                                                          \
	{                                                                                          \
		blas_##t alpha = *(const blas_##t *)blas_value(&j->alpha, memory);                 \
		blas_##t beta = *(const blas_##t *)blas_value(&j->beta, memory);                   \
		blas_##t *c = memory[2];                                                           \
                                                                                                   \
		for (int64_t col = 0; col < j->n; col++)                                           \
			for (int64_t row = 0; row < j->m; row++)                                   \
				c[row + col * j->step[2]] = term_##t(alpha, memory[0], j->transa,  \
								     j->step[0], row, col) +       \
							    term_##t(beta, memory[1], j->transb,   \
								     j->step[1], row, col);        \
	}
BLAS_TYPES(GEAM_RUN)
BLAS_FAMILY(geam)

static cublasStatus_t geam(BlasCall *call, cublasOperation_t transa, cublasOperation_t transb,
			   int64_t m, int64_t n, const void *alpha, const void *a, int64_t lda,
			   const void *beta, const void *b, int64_t ldb, void *c, int64_t ldc)
{
	BlasJob *job = &call->job;

	if (!blas_enter(call))
		return call->status;
	job->m = blas_size(call, m);
	job->n = blas_size(call, n);
	job->transa = blas_operation(call, transa);
	job->transb = blas_operation(call, transb);
	bool plain_a = job->transa == CblasNoTrans, plain_b = job->transb == CblasNoTrans;
	bool empty = m <= 0 || n <= 0;
	SimAccess in_a = blas_scalar(call, &job->alpha, alpha) ? SIM_READ : BLAS_UNUSED;
	SimAccess in_b = blas_scalar(call, &job->beta, beta) ? SIM_READ : BLAS_UNUSED;

	blas_require(call, m >= 0 && n >= 0);
	/* in place only element by element */
	blas_require(call, empty || c != a || (plain_a && lda == ldc));
	blas_require(call, empty || c != b || (plain_b && ldb == ldc));
	blas_matrix(call, a, plain_a ? m : n, plain_a ? n : m, lda, empty ? BLAS_UNUSED : in_a);
	blas_matrix(call, b, plain_b ? m : n, plain_b ? n : m, ldb, empty ? BLAS_UNUSED : in_b);
	blas_matrix(call, c, m, n, ldc, empty ? BLAS_UNUSED : SIM_WRITE);
	return empty ? call->status
		     : blas_launch(call, blas_geam, 2.0 * (double)m * (double)n, false);
}

#define GEAM(name, T, P, R, v, I)                                                                  \
	cublasStatus_t cublas##T##name##v(cublasHandle_t handle, cublasOperation_t transa,         \
					  cublasOperation_t transb, I m, I n, const P *alpha,      \
					  const P *A, I lda, const P *beta, const P *B, I ldb,     \
					  P *C, I ldc)                                             \
	{                                                                                          \
		return geam(BLAS_CALL(handle, T), transa, transb, m, n, alpha, A, lda, beta, B,    \
			    ldb, C, ldc);                                                          \
	}
BLAS_ENTRIES(GEAM, geam)

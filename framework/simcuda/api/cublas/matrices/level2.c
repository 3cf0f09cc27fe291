/* level2.c - a general matrix and vectors: gemv, gbmv, ger. */
#include "framework/simcuda/api/cublas/base/blas.h"

#define GEMV_RUN(T, t, P)                                                                          \
	/* Clears y where it is not to be read. */                                                 \
	static const blas_##t *prepare_##t(const BlasJob *j, void *const *memory)                  \
	{                                                                                          \
		const blas_##t *beta = blas_value(&j->beta, memory);                               \
                                                                                                   \
		if (*beta == 0)                                                                    \
			blas_clear_vector(memory[2], sizeof(blas_##t),                             \
					  j->transa == CblasNoTrans ? j->m : j->n, j->step[2]);    \
		return beta;                                                                       \
	}                                                                                          \
	BLAS_RUN(t##gemv)                                                                          \
	{                                                                                          \
		const blas_##t *beta = prepare_##t(j, memory);                                     \
                                                                                                   \
		cblas_##t##gemv(CblasColMajor, j->transa, j->m, j->n, BLAS_ALPHA(t), memory[0],    \
				j->step[0], memory[1], j->step[1], BLAS_PASS_##t(beta), memory[2], \
				j->step[2]);                                                       \
	}                                                                                          \
	BLAS_RUN(t##gbmv)                                                                          \
	{                                                                                          \
		const blas_##t *beta = prepare_##t(j, memory);                                     \
                                                                                                   \
		cblas_##t##gbmv(CblasColMajor, j->transa, j->m, j->n, j->kl, j->ku, BLAS_ALPHA(t), \
				memory[0], j->step[0], memory[1], j->step[1], BLAS_PASS_##t(beta), \
				memory[2], j->step[2]);                                            \
	}
BLAS_TYPES(GEMV_RUN)
BLAS_FAMILY(gemv)
BLAS_FAMILY(gbmv)

#define GER_RUN(name, t)                                                                           \
	BLAS_RUN(name)                                                                             \
	{                                                                                          \
		cblas_##name(CblasColMajor, j->m, j->n, BLAS_ALPHA(t), memory[0], j->step[0],      \
			     memory[1], j->step[1], memory[2], j->step[2]);                        \
	}
GER_RUN(sger, s)
GER_RUN(dger, d)
GER_RUN(cgeru, c)
GER_RUN(cgerc, c)
GER_RUN(zgeru, z)
GER_RUN(zgerc, z)
BLAS_MIXED_FAMILY(ger, geru)
BLAS_COMPLEX_FAMILY(gerc)

/* The arguments of gemv and gbmv. kl and ku count for a band only. */
typedef struct Product {
	BlasStorage storage;
	cublasOperation_t trans;
	int64_t m, n, kl, ku;
	const void *alpha, *a;
	int64_t lda;
	const void *x;
	int64_t incx;
	const void *beta;
	void *y;
	int64_t incy;
} Product;

static cublasStatus_t product(BlasCall *call, const Product *p)
{
	BlasJob *job = &call->job;

	if (!blas_enter(call))
		return call->status;
	job->m = blas_size(call, p->m);
	job->n = blas_size(call, p->n);
	job->transa = blas_operation(call, p->trans);
	SimAccess in = blas_scalar(call, &job->alpha, p->alpha) ? SIM_READ : BLAS_UNUSED;
	SimAccess out = blas_target(call, &job->beta, p->beta);
	bool plain = job->transa == CblasNoTrans, full = p->storage == BLAS_FULL;
	bool empty = p->m <= 0 || p->n <= 0;
	double elements = (double)p->n * (full ? (double)p->m : 1.0 + (double)(p->kl + p->ku));

	if (empty)
		in = out = BLAS_UNUSED;
	blas_require(call, p->m >= 0 && p->n >= 0 && p->incx != 0 && p->incy != 0);
	if (full)
		blas_matrix(call, p->a, p->m, p->n, p->lda, in);
	else
		blas_band(call, p->a, p->n, p->kl, p->ku, p->lda, in);
	blas_vector(call, p->x, plain ? p->n : p->m, p->incx, in);
	blas_vector(call, p->y, plain ? p->m : p->n, p->incy, out);
	return empty ? call->status
		     : blas_launch(call, full ? blas_gemv : blas_gbmv, elements, false);
}

static cublasStatus_t ger(BlasCall *call, int64_t m, int64_t n, const void *alpha, const void *x,
			  int64_t incx, const void *y, int64_t incy, void *a, int64_t lda,
			  const SimKernel *kernel)
{
	BlasJob *job = &call->job;

	if (!blas_enter(call))
		return call->status;
	job->m = blas_size(call, m);
	job->n = blas_size(call, n);
	/* alpha = 0 changes nothing */
	bool empty = !blas_scalar(call, &job->alpha, alpha) || m <= 0 || n <= 0;

	blas_require(call, m >= 0 && n >= 0 && incx != 0 && incy != 0);
	blas_vector(call, x, m, incx, empty ? BLAS_UNUSED : SIM_READ);
	blas_vector(call, y, n, incy, empty ? BLAS_UNUSED : SIM_READ);
	blas_matrix(call, a, m, n, lda, empty ? BLAS_UNUSED : SIM_READ_WRITE);
	return empty ? call->status : blas_launch(call, kernel, (double)m * (double)n, false);
}

#define GEMV(name, T, P, R, v, I)                                                                  \
	cublasStatus_t cublas##T##name##_v2##v(cublasHandle_t handle, cublasOperation_t trans,     \
					       I m, I n, const P *alpha, const P *A, I lda,        \
					       const P *x, I incx, const P *beta, P *y, I incy)    \
	{                                                                                          \
		return product(BLAS_CALL(handle, T),                                               \
			       &(Product){BLAS_FULL, trans, m, n, 0, 0, alpha, A, lda, x, incx,    \
					  beta, y, incy});                                         \
	}
BLAS_ENTRIES(GEMV, gemv)

#define GBMV(name, T, P, R, v, I)                                                                  \
	cublasStatus_t cublas##T##name##_v2##v(cublasHandle_t handle, cublasOperation_t trans,     \
					       I m, I n, I kl, I ku, const P *alpha, const P *A,   \
					       I lda, const P *x, I incx, const P *beta, P *y,     \
					       I incy)                                             \
	{                                                                                          \
		return product(BLAS_CALL(handle, T),                                               \
			       &(Product){BLAS_BAND, trans, m, n, kl, ku, alpha, A, lda, x, incx,  \
					  beta, y, incy});                                         \
	}
BLAS_ENTRIES(GBMV, gbmv)

#define GER(name, kernel, T, P, R, v, I)                                                           \
	cublasStatus_t cublas##T##name##_v2##v(cublasHandle_t handle, I m, I n, const P *alpha,    \
					       const P *x, I incx, const P *y, I incy, P *A,       \
					       I lda)                                              \
	{                                                                                          \
		return ger(BLAS_CALL(handle, T), m, n, alpha, x, incx, y, incy, A, lda, kernel);   \
	}
BLAS_REAL_ENTRIES(GER, ger, blas_ger)
BLAS_COMPLEX_ENTRIES(GER, geru, blas_ger)
BLAS_COMPLEX_ENTRIES(GER, gerc, blas_gerc)

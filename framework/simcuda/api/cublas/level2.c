/* level2.c - a matrix and vectors: gemv, ger. */
#include "blas.h"

/* With beta = 0 y is not read: what is in it, NaN perhaps, must not spread. */
#define GEMV_RUN(T, t, P)                                                                          \
	BLAS_RUN(t##gemv)                                                                          \
	{                                                                                          \
		const blas_##t *beta = blas_value(&j->beta, memory);                               \
		int64_t rows = j->transa == CblasNoTrans ? j->m : j->n;                            \
		int64_t inc = j->step[2] < 0 ? -(int64_t)j->step[2] : j->step[2];                  \
		blas_##t *y = memory[2];                                                           \
                                                                                                   \
		for (int64_t i = 0; *beta == 0 && i < rows; i++)                                   \
			y[i * inc] = 0;                                                            \
		cblas_##t##gemv(CblasColMajor, j->transa, j->m, j->n, BLAS_ALPHA(t), memory[0],    \
				j->step[0], memory[1], j->step[1], BLAS_PASS_##t(beta), y,         \
				j->step[2]);                                                       \
	}
BLAS_TYPES(GEMV_RUN)
BLAS_FAMILY(gemv)

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
const SimKernel blas_ger[BLAS_ANY] = {[BLAS_S] = BLAS_KERNEL("cublasSger", run_sger),
				      [BLAS_D] = BLAS_KERNEL("cublasDger", run_dger),
				      [BLAS_C] = BLAS_KERNEL("cublasCgeru", run_cgeru),
				      [BLAS_Z] = BLAS_KERNEL("cublasZgeru", run_zgeru)};
const SimKernel blas_gerc[BLAS_ANY] = {[BLAS_C] = BLAS_KERNEL("cublasCgerc", run_cgerc),
				       [BLAS_Z] = BLAS_KERNEL("cublasZgerc", run_zgerc)};

static cublasStatus_t gemv(cublasHandle_t handle, BlasType type, cublasOperation_t trans, int m,
			   int n, const void *alpha, const void *a, int lda, const void *x,
			   int incx, const void *beta, void *y, int incy)
{
	BlasCall call;
	BlasJob *job = &call.job;

	if (!blas_begin(&call, handle, type))
		return call.status;
	job->m = m;
	job->n = n;
	job->transa = blas_operation(&call, trans);
	SimAccess in = blas_scalar(&call, &job->alpha, alpha) ? SIM_READ : BLAS_UNUSED;
	SimAccess out = blas_scalar(&call, &job->beta, beta) ? SIM_READ_WRITE : SIM_WRITE;
	bool plain = job->transa == CblasNoTrans;
	bool empty = m <= 0 || n <= 0;

	blas_require(&call, m >= 0 && n >= 0 && incx != 0 && incy != 0);
	blas_matrix(&call, a, m, n, lda, empty ? BLAS_UNUSED : in);
	blas_vector(&call, x, plain ? n : m, incx, empty ? BLAS_UNUSED : in);
	blas_vector(&call, y, plain ? m : n, incy, empty ? BLAS_UNUSED : out);
	return empty ? call.status : blas_launch(&call, blas_gemv, (double)m * n, false);
}

static cublasStatus_t ger(cublasHandle_t handle, BlasType type, int m, int n, const void *alpha,
			  const void *x, int incx, const void *y, int incy, void *a, int lda,
			  const SimKernel *kernel)
{
	BlasCall call;
	BlasJob *job = &call.job;

	if (!blas_begin(&call, handle, type))
		return call.status;
	job->m = m;
	job->n = n;
	/* alpha = 0 changes nothing */
	bool empty = !blas_scalar(&call, &job->alpha, alpha) || m <= 0 || n <= 0;

	blas_require(&call, m >= 0 && n >= 0 && incx != 0 && incy != 0);
	blas_vector(&call, x, m, incx, empty ? BLAS_UNUSED : SIM_READ);
	blas_vector(&call, y, n, incy, empty ? BLAS_UNUSED : SIM_READ);
	blas_matrix(&call, a, m, n, lda, empty ? BLAS_UNUSED : SIM_READ_WRITE);
	return empty ? call.status : blas_launch(&call, kernel, (double)m * n, false);
}

#define GEMV(T, t, P)                                                                              \
	cublasStatus_t cublas##T##gemv_v2(cublasHandle_t handle, cublasOperation_t trans, int m,   \
					  int n, const P *alpha, const P *A, int lda, const P *x,  \
					  int incx, const P *beta, P *y, int incy)                 \
	{                                                                                          \
		return gemv(handle, BLAS_##T, trans, m, n, alpha, A, lda, x, incx, beta, y, incy); \
	}
BLAS_TYPES(GEMV)

#define GER(Name, T, P, kernel)                                                                    \
	cublasStatus_t cublas##Name##_v2(cublasHandle_t handle, int m, int n, const P *alpha,      \
					 const P *x, int incx, const P *y, int incy, P *A,         \
					 int lda)                                                  \
	{                                                                                          \
		return ger(handle, BLAS_##T, m, n, alpha, x, incx, y, incy, A, lda, kernel);       \
	}
GER(Sger, S, float, blas_ger)
GER(Dger, D, double, blas_ger)
GER(Cgeru, C, cuComplex, blas_ger)
GER(Zgeru, Z, cuDoubleComplex, blas_ger)
GER(Cgerc, C, cuComplex, blas_gerc)
GER(Zgerc, Z, cuDoubleComplex, blas_gerc)

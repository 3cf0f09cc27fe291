/* level1.c - routines on vectors: axpy, copy, swap, scal. Nothing to do when n is not positive. */
#include "framework/simcuda/api/cublas/base/blas.h"

#define AXPY_RUN(T, t, P)                                                                          \
	BLAS_RUN(t##axpy)                                                                          \
	{                                                                                          \
		cblas_##t##axpy(j->n, BLAS_ALPHA(t), memory[0], j->step[0], memory[1],             \
				j->step[1]);                                                       \
	}
BLAS_TYPES(AXPY_RUN)
BLAS_FAMILY(axpy)

#define COPY_RUN(T, t, P)                                                                          \
	BLAS_RUN(t##copy)                                                                          \
	{                                                                                          \
		cblas_##t##copy(j->n, memory[0], j->step[0], memory[1], j->step[1]);               \
	}
BLAS_TYPES(COPY_RUN)
BLAS_FAMILY(copy)

#define SWAP_RUN(T, t, P)                                                                          \
	BLAS_RUN(t##swap)                                                                          \
	{                                                                                          \
		cblas_##t##swap(j->n, memory[0], j->step[0], memory[1], j->step[1]);               \
	}
BLAS_TYPES(SWAP_RUN)
BLAS_FAMILY(swap)

/* A loop of our own: host libraries differ in whether 0 times NaN is 0. */
#define SCAL_RUN(name, t, a)                                                                       \
	BLAS_RUN(name)                                                                             \
	{                                                                                          \
		blas_##a alpha = *(const blas_##a *)blas_value(&j->alpha, memory);                 \
		blas_##t *x = memory[0];                                                           \
                                                                                                   \
		for (int64_t i = 0; i < j->n; i++)                                                 \
			x[i * j->step[0]] *= alpha;                                                \
	}
SCAL_RUN(sscal, s, s)
SCAL_RUN(dscal, d, d)
SCAL_RUN(cscal, c, c)
SCAL_RUN(zscal, z, z)
SCAL_RUN(csscal, c, s)
SCAL_RUN(zdscal, z, d)
BLAS_FAMILY(scal)
const SimKernel blas_scal_real[BLAS_ANY] = {[BLAS_C] = BLAS_KERNEL("cublasCsscal", run_csscal),
					    [BLAS_Z] = BLAS_KERNEL("cublasZdscal", run_zdscal)};

static cublasStatus_t axpy(BlasCall *call, int64_t n, const void *alpha, const void *x,
			   int64_t incx, void *y, int64_t incy)
{
	if (!blas_enter(call))
		return call->status;
	blas_scalar(call, &call->job.alpha, alpha);
	call->job.n = blas_size(call, n);
	if (n <= 0)
		return call->status;
	blas_vector(call, x, n, incx, SIM_READ);
	blas_vector(call, y, n, incy, SIM_READ_WRITE);
	return blas_launch(call, blas_axpy, (double)n, false);
}

/* copy and swap: they differ in what is written. */
static cublasStatus_t move(BlasCall *call, int64_t n, const void *x, int64_t incx,
			   SimAccess access_x, void *y, int64_t incy, SimAccess access_y,
			   const SimKernel *kernel)
{
	if (!blas_enter(call) || n <= 0)
		return call->status;
	call->job.n = blas_size(call, n);
	blas_vector(call, x, n, incx, access_x);
	blas_vector(call, y, n, incy, access_y);
	return blas_launch(call, kernel, 0, false);
}

static cublasStatus_t scal(BlasCall *call, BlasType scalar_type, int64_t n, const void *alpha,
			   void *x, int64_t incx, const SimKernel *kernel)
{
	if (!blas_enter(call))
		return call->status;
	call->scalar_type = scalar_type;
	blas_scalar(call, &call->job.alpha, alpha);
	call->job.n = blas_size(call, n);
	if (n <= 0 || incx <= 0)
		return call->status;
	blas_vector(call, x, n, incx, SIM_READ_WRITE);
	return blas_launch(call, kernel, 0.5 * (double)n, false);
}

#define ENTRIES(group, T, P, R, v, I)                                                              \
	cublasStatus_t cublas##T##axpy_v2##v(cublasHandle_t handle, I n, const P *alpha,           \
					     const P *x, I incx, P *y, I incy)                     \
	{                                                                                          \
		return axpy(BLAS_CALL(handle, T), n, alpha, x, incx, y, incy);                     \
	}                                                                                          \
	cublasStatus_t cublas##T##copy_v2##v(cublasHandle_t handle, I n, const P *x, I incx, P *y, \
					     I incy)                                               \
	{                                                                                          \
		return move(BLAS_CALL(handle, T), n, x, incx, SIM_READ, y, incy, SIM_WRITE,        \
			    blas_copy);                                                            \
	}                                                                                          \
	cublasStatus_t cublas##T##swap_v2##v(cublasHandle_t handle, I n, P *x, I incx, P *y,       \
					     I incy)                                               \
	{                                                                                          \
		return move(BLAS_CALL(handle, T), n, x, incx, SIM_READ_WRITE, y, incy,             \
			    SIM_READ_WRITE, blas_swap);                                            \
	}
BLAS_ENTRIES(ENTRIES, vectors)

#define SCAL(Name, T, A, P, PA, kernel, v, I)                                                      \
	cublasStatus_t cublas##Name##_v2##v(cublasHandle_t handle, I n, const PA *alpha, P *x,     \
					    I incx)                                                \
	{                                                                                          \
		return scal(BLAS_CALL(handle, T), BLAS_##A, n, alpha, x, incx, kernel);            \
	}
BLAS_SIZES(SCAL, Sscal, S, S, float, float, blas_scal)
BLAS_SIZES(SCAL, Dscal, D, D, double, double, blas_scal)
BLAS_SIZES(SCAL, Cscal, C, C, cuComplex, cuComplex, blas_scal)
BLAS_SIZES(SCAL, Zscal, Z, Z, cuDoubleComplex, cuDoubleComplex, blas_scal)
BLAS_SIZES(SCAL, Csscal, C, S, cuComplex, float, blas_scal_real)
BLAS_SIZES(SCAL, Zdscal, Z, D, cuDoubleComplex, double, blas_scal_real)

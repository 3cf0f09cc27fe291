/* rotate.c - two vectors turned in a plane, by an ordinary (rot) or a modified (rotm) rotation. */
#include <string.h>

#include "framework/simcuda/api/cublas/base/blas.h"

/* c is real, of type r; s of type u. */
#define ROT_RUN(name, t, r, u, CONJ)                                                               \
	BLAS_RUN(name)                                                                             \
	{                                                                                          \
		blas_##r c = *(const blas_##r *)blas_value(&j->alpha, memory);                     \
		blas_##u s = *(const blas_##u *)blas_value(&j->beta, memory);                      \
                                                                                                   \
		for (int64_t i = 0; i < j->n; i++) {                                               \
			blas_##t *x = (blas_##t *)memory[0] + blas_place(j->n, j->step[0], i);     \
			blas_##t *y = (blas_##t *)memory[1] + blas_place(j->n, j->step[1], i);     \
			blas_##t old = *x;                                                         \
			*x = c * old + s * *y;                                                     \
			*y = c * *y - CONJ(s) * old;                                               \
		}                                                                                  \
	}
ROT_RUN(srot, s, s, s, BLAS_CONJ_s)
ROT_RUN(drot, d, d, d, BLAS_CONJ_d)
ROT_RUN(crot, c, s, c, BLAS_CONJ_c)
ROT_RUN(zrot, z, d, z, BLAS_CONJ_z)
ROT_RUN(csrot, c, s, s, BLAS_CONJ_s)
ROT_RUN(zdrot, z, d, d, BLAS_CONJ_d)
BLAS_FAMILY(rot)
const SimKernel blas_rot_real[BLAS_ANY] = {[BLAS_C] = BLAS_KERNEL("cublasCsrot", run_csrot),
					   [BLAS_Z] = BLAS_KERNEL("cublasZdrot", run_zdrot)};

#define ROTM_RUN(t)                                                                                \
	BLAS_RUN(t##rotm)                                                                          \
	{                                                                                          \
		cblas_##t##rotm(j->n, memory[0], j->step[0], memory[1], j->step[1],                \
				blas_value(&j->alpha, memory));                                    \
	}
ROTM_RUN(s)
ROTM_RUN(d)
const SimKernel blas_rotm[BLAS_ANY] = {BLAS_KERNEL("cublasSrotm", run_srotm),
				       BLAS_KERNEL("cublasDrotm", run_drotm)};

static cublasStatus_t rot(BlasCall *call, BlasType real_type, BlasType s_type, int64_t n, void *x,
			  int64_t incx, void *y, int64_t incy, const void *c, const void *s,
			  const SimKernel *kernel)
{
	if (!blas_enter(call))
		return call->status;
	call->job.n = blas_size(call, n);
	call->scalar_type = real_type;
	blas_scalar(call, &call->job.alpha, c);
	call->scalar_type = s_type;
	blas_scalar(call, &call->job.beta, s);
	if (n <= 0)
		return call->status;
	blas_vector(call, x, n, incx, SIM_READ_WRITE);
	blas_vector(call, y, n, incy, SIM_READ_WRITE);
	return blas_launch(call, kernel, 2.0 * (double)n, false);
}

/* param goes the way of a scalar, as five of them. */
static cublasStatus_t rotm(BlasCall *call, int64_t n, void *x, int64_t incx, void *y, int64_t incy,
			   const void *param)
{
	BlasJob *job = &call->job;

	if (!blas_enter(call))
		return call->status;
	job->n = blas_size(call, n);
	blas_scalar(call, &job->alpha, param);
	if (call->status != CUBLAS_STATUS_SUCCESS || n <= 0)
		return call->status;
	if (job->alpha.range < 0) {
		memcpy(&job->alpha.value, param, 5 * blas_bytes(call->type));
	} else {
		SimRange *range = &job->range[job->alpha.range];
		range->width = range->pitch = 5 * range->width;
		range->access = SIM_MAY_READ; /* the flag may say that some do not count */
	}
	blas_vector(call, x, n, incx, SIM_READ_WRITE);
	blas_vector(call, y, n, incy, SIM_READ_WRITE);
	return blas_launch(call, blas_rotm, 2.0 * (double)n, false);
}

#define ROT(Name, T, R, U, P, PR, PU, kernel, v, I)                                                \
	cublasStatus_t cublas##Name##_v2##v(cublasHandle_t handle, I n, P *x, I incx, P *y,        \
					    I incy, const PR *c, const PU *s)                      \
	{                                                                                          \
		return rot(BLAS_CALL(handle, T), BLAS_##R, BLAS_##U, n, x, incx, y, incy, c, s,    \
			   kernel);                                                                \
	}
BLAS_SIZES(ROT, Srot, S, S, S, float, float, float, blas_rot)
BLAS_SIZES(ROT, Drot, D, D, D, double, double, double, blas_rot)
BLAS_SIZES(ROT, Crot, C, S, C, cuComplex, float, cuComplex, blas_rot)
BLAS_SIZES(ROT, Zrot, Z, D, Z, cuDoubleComplex, double, cuDoubleComplex, blas_rot)
BLAS_SIZES(ROT, Csrot, C, S, S, cuComplex, float, float, blas_rot_real)
BLAS_SIZES(ROT, Zdrot, Z, D, D, cuDoubleComplex, double, double, blas_rot_real)

#define ROTM(name, T, P, R, v, I)                                                                  \
	cublasStatus_t cublas##T##name##_v2##v(cublasHandle_t handle, I n, P *x, I incx, P *y,     \
					       I incy, const P *param)                             \
	{                                                                                          \
		return rotm(BLAS_CALL(handle, T), n, x, incx, y, incy, param);                     \
	}
BLAS_REAL_ENTRIES(ROTM, rotm)

/* reduce.c - routines with a scalar result: dot, nrm2, asum, amax, amin. The result of no elements
 * is 0. */
#include <math.h>

#include "framework/simcuda/api/cublas/base/blas.h"

#define DOT_RUN(t)                                                                                 \
	BLAS_RUN(t##dot)                                                                           \
	{                                                                                          \
		*(blas_##t *)memory[2] =                                                           \
			cblas_##t##dot(j->n, memory[0], j->step[0], memory[1], j->step[1]);        \
	}
#define DOT_COMPLEX_RUN(name)                                                                      \
	BLAS_RUN(name)                                                                             \
	{                                                                                          \
		cblas_##name##_sub(j->n, memory[0], j->step[0], memory[1], j->step[1], memory[2]); \
	}
DOT_RUN(s)
DOT_RUN(d)
DOT_COMPLEX_RUN(cdotu)
DOT_COMPLEX_RUN(cdotc)
DOT_COMPLEX_RUN(zdotu)
DOT_COMPLEX_RUN(zdotc)
const SimKernel blas_dot[BLAS_ANY] = {[BLAS_S] = BLAS_KERNEL("cublasSdot", run_sdot),
				      [BLAS_D] = BLAS_KERNEL("cublasDdot", run_ddot),
				      [BLAS_C] = BLAS_KERNEL("cublasCdotu", run_cdotu),
				      [BLAS_Z] = BLAS_KERNEL("cublasZdotu", run_zdotu)};
const SimKernel blas_dotc[BLAS_ANY] = {[BLAS_C] = BLAS_KERNEL("cublasCdotc", run_cdotc),
				       [BLAS_Z] = BLAS_KERNEL("cublasZdotc", run_zdotc)};

#define SUM_RUN(name, r)                                                                           \
	BLAS_RUN(name)                                                                             \
	{                                                                                          \
		*(blas_##r *)memory[1] = cblas_##name(j->n, memory[0], j->step[0]);                \
	}
SUM_RUN(snrm2, s)
SUM_RUN(dnrm2, d)
SUM_RUN(scnrm2, s)
SUM_RUN(dznrm2, d)
SUM_RUN(sasum, s)
SUM_RUN(dasum, d)
SUM_RUN(scasum, s)
SUM_RUN(dzasum, d)

#define SIZE_s(z) fabsf(z)
#define SIZE_d(z) fabs(z)
#define SIZE_c(z) (fabsf(crealf(z)) + fabsf(cimagf(z)))
#define SIZE_z(z) (fabs(creal(z)) + fabs(cimag(z)))

/* The first of the largest or smallest, counted from 1; as int64_t for entry points in _64. */
#define PLACE_RUN(name, t, r, better)                                                              \
	BLAS_RUN(name)                                                                             \
	{                                                                                          \
		const blas_##t *x = memory[0];                                                     \
		blas_##r best = 0;                                                                 \
		int place = 0;                                                                     \
                                                                                                   \
		for (int64_t i = 0; i < j->n; i++) {                                               \
			blas_##r size = SIZE_##t(x[i * j->step[0]]);                               \
			if (i == 0 || size better best) {                                          \
				best = size;                                                       \
				place = (int)i + 1;                                                \
			}                                                                          \
		}                                                                                  \
		if (j->range[1].width == sizeof(int64_t))                                          \
			*(int64_t *)memory[1] = place;                                             \
		else                                                                               \
			*(int *)memory[1] = place;                                                 \
	}
PLACE_RUN(isamax, s, s, >)
PLACE_RUN(idamax, d, d, >)
PLACE_RUN(icamax, c, s, >)
PLACE_RUN(izamax, z, d, >)
PLACE_RUN(isamin, s, s, <)
PLACE_RUN(idamin, d, d, <)
PLACE_RUN(icamin, c, s, <)
PLACE_RUN(izamin, z, d, <)

static cublasStatus_t dot(BlasCall *call, int64_t n, const void *x, int64_t incx, const void *y,
			  int64_t incy, void *result, const SimKernel *kernel)
{
	if (!blas_enter(call))
		return call->status;
	int count = call->job.n = n > 0 ? blas_size(call, n) : 0;
	blas_vector(call, x, count, incx, SIM_READ);
	blas_vector(call, y, count, incy, SIM_READ);
	return blas_launch_result(call, kernel, count, result, blas_bytes(call->type));
}

static cublasStatus_t reduce(BlasCall *call, int64_t n, const void *x, int64_t incx, void *result,
			     uint64_t bytes, const SimKernel *kernel)
{
	if (!blas_enter(call))
		return call->status;
	int count = call->job.n = n > 0 && incx > 0 ? blas_size(call, n) : 0;
	blas_vector(call, x, count, incx, SIM_READ);
	return blas_launch_result(call, kernel, count, result, bytes);
}

#define DOT(Name, T, P, kernel, v, I)                                                              \
	cublasStatus_t cublas##Name##_v2##v(cublasHandle_t handle, I n, const P *x, I incx,        \
					    const P *y, I incy, P *result)                         \
	{                                                                                          \
		return dot(BLAS_CALL(handle, T), n, x, incx, y, incy, result, kernel);             \
	}
BLAS_SIZES(DOT, Sdot, S, float, blas_dot)
BLAS_SIZES(DOT, Ddot, D, double, blas_dot)
BLAS_SIZES(DOT, Cdotu, C, cuComplex, blas_dot)
BLAS_SIZES(DOT, Zdotu, Z, cuDoubleComplex, blas_dot)
BLAS_SIZES(DOT, Cdotc, C, cuComplex, blas_dotc)
BLAS_SIZES(DOT, Zdotc, Z, cuDoubleComplex, blas_dotc)

/* An entry point with a result of type R, or with a place as the result, which is of I. */
#define NUMBER(Name, T, P, R, kernel, v, I)                                                        \
	cublasStatus_t cublas##Name##_v2##v(cublasHandle_t handle, I n, const P *x, I incx,        \
					    R *result)                                             \
	{                                                                                          \
		return reduce(BLAS_CALL(handle, T), n, x, incx, result, sizeof *result, kernel);   \
	}
#define PLACE(Name, T, P, R, kernel, v, I) NUMBER(Name, T, P, I, kernel, v, I)

/* A family's kernels and entry points, given what its four names are in cuBLAS and in cblas. */
#define FAMILY(family, RESULT, s, d, c, z, NameS, NameD, NameC, NameZ)                             \
	const SimKernel blas_##family[BLAS_ANY] = {                                                \
		BLAS_KERNEL("cublas" #NameS, run_##s), BLAS_KERNEL("cublas" #NameD, run_##d),      \
		BLAS_KERNEL("cublas" #NameC, run_##c), BLAS_KERNEL("cublas" #NameZ, run_##z)};     \
	BLAS_SIZES(RESULT, NameS, S, float, float, blas_##family)                                  \
	BLAS_SIZES(RESULT, NameD, D, double, double, blas_##family)                                \
	BLAS_SIZES(RESULT, NameC, C, cuComplex, float, blas_##family)                              \
	BLAS_SIZES(RESULT, NameZ, Z, cuDoubleComplex, double, blas_##family)
FAMILY(nrm2, NUMBER, snrm2, dnrm2, scnrm2, dznrm2, Snrm2, Dnrm2, Scnrm2, Dznrm2)
FAMILY(asum, NUMBER, sasum, dasum, scasum, dzasum, Sasum, Dasum, Scasum, Dzasum)
FAMILY(amax, PLACE, isamax, idamax, icamax, izamax, Isamax, Idamax, Icamax, Izamax)
FAMILY(amin, PLACE, isamin, idamin, icamin, izamin, Isamin, Idamin, Icamin, Izamin)

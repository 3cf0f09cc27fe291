/* reduce.c - routines with a scalar result: dot, nrm2, asum, amax, amin. The result of no elements
 * is 0. */
#include <math.h>

#include "blas.h"

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

/* The first of the largest or smallest, counted from 1. */
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
		*(int *)memory[1] = place;                                                         \
	}
PLACE_RUN(isamax, s, s, >)
PLACE_RUN(idamax, d, d, >)
PLACE_RUN(icamax, c, s, >)
PLACE_RUN(izamax, z, d, >)
PLACE_RUN(isamin, s, s, <)
PLACE_RUN(idamin, d, d, <)
PLACE_RUN(icamin, c, s, <)
PLACE_RUN(izamin, z, d, <)

static cublasStatus_t dot(cublasHandle_t handle, BlasType type, int n, const void *x, int incx,
			  const void *y, int incy, void *result, const SimKernel *kernel)
{
	BlasCall call;

	if (!blas_begin(&call, handle, type))
		return call.status;
	call.job.n = n > 0 ? n : 0;
	blas_vector(&call, x, call.job.n, incx, SIM_READ);
	blas_vector(&call, y, call.job.n, incy, SIM_READ);
	return blas_launch_result(&call, kernel, call.job.n, result, blas_bytes(type));
}

static cublasStatus_t reduce(cublasHandle_t handle, BlasType type, int n, const void *x, int incx,
			     void *result, uint64_t bytes, const SimKernel *kernel)
{
	BlasCall call;

	if (!blas_begin(&call, handle, type))
		return call.status;
	call.job.n = n > 0 && incx > 0 ? n : 0;
	blas_vector(&call, x, call.job.n, incx, SIM_READ);
	return blas_launch_result(&call, kernel, call.job.n, result, bytes);
}

#define DOT(Name, T, P, kernel)                                                                    \
	cublasStatus_t cublas##Name##_v2(cublasHandle_t handle, int n, const P *x, int incx,       \
					 const P *y, int incy, P *result)                          \
	{                                                                                          \
		return dot(handle, BLAS_##T, n, x, incx, y, incy, result, kernel);                 \
	}
DOT(Sdot, S, float, blas_dot)
DOT(Ddot, D, double, blas_dot)
DOT(Cdotu, C, cuComplex, blas_dot)
DOT(Zdotu, Z, cuDoubleComplex, blas_dot)
DOT(Cdotc, C, cuComplex, blas_dotc)
DOT(Zdotc, Z, cuDoubleComplex, blas_dotc)

#define REDUCE(Name, T, P, R, kernel)                                                              \
	cublasStatus_t cublas##Name##_v2(cublasHandle_t handle, int n, const P *x, int incx,       \
					 R *result)                                                \
	{                                                                                          \
		return reduce(handle, BLAS_##T, n, x, incx, result, sizeof *result, kernel);       \
	}

/* A family's kernels and entry points, given what its four names are in cuBLAS and in cblas and
 * what the results are. */
#define FAMILY(family, s, d, c, z, NameS, NameD, NameC, NameZ, R4, R8)                             \
	const SimKernel blas_##family[BLAS_ANY] = {                                                \
		BLAS_KERNEL("cublas" #NameS, run_##s), BLAS_KERNEL("cublas" #NameD, run_##d),      \
		BLAS_KERNEL("cublas" #NameC, run_##c), BLAS_KERNEL("cublas" #NameZ, run_##z)};     \
	REDUCE(NameS, S, float, R4, blas_##family)                                                 \
	REDUCE(NameD, D, double, R8, blas_##family)                                                \
	REDUCE(NameC, C, cuComplex, R4, blas_##family)                                             \
	REDUCE(NameZ, Z, cuDoubleComplex, R8, blas_##family)
FAMILY(nrm2, snrm2, dnrm2, scnrm2, dznrm2, Snrm2, Dnrm2, Scnrm2, Dznrm2, float, double)
FAMILY(asum, sasum, dasum, scasum, dzasum, Sasum, Dasum, Scasum, Dzasum, float, double)
FAMILY(amax, isamax, idamax, icamax, izamax, Isamax, Idamax, Icamax, Izamax, int, int)
FAMILY(amin, isamin, idamin, icamin, izamin, Isamin, Idamin, Icamin, Izamin, int, int)

/* small.h - vectors of half and bfloat16 numbers: what vector_ex.c hands over. Each queues its work
 * as the routine of that name does for float; the call's type says which of the two it is. Scalars
 * are float, results and rotations are of the elements' type. */
#ifndef SMALL_H
#define SMALL_H

#include "framework/simcuda/api/cublas/base/blas.h"

/* A vector: n elements, which are the call's, `inc` apart. */
typedef struct Small {
	int64_t n;
	void *x;
	int64_t incx;
	void *y;
	int64_t incy;
} Small;

/* The kernels, by type. */
#define SMALL_ROUTINES(X)                                                                          \
	X(axpy) X(scal) X(copy) X(swap) X(rot) X(dot) X(nrm2) X(asum) X(amax) X(amin)
#define SMALL_KERNELS(name) extern const SimKernel small_##name##_kernels[BLAS_TYPES_ALL];
SMALL_ROUTINES(SMALL_KERNELS)

cublasStatus_t small_axpy(BlasCall *call, const Small *v, const void *alpha);
cublasStatus_t small_scal(BlasCall *call, const Small *v, const void *alpha);
cublasStatus_t small_copy(BlasCall *call, const Small *v);
cublasStatus_t small_swap(BlasCall *call, const Small *v);
cublasStatus_t small_rot(BlasCall *call, const Small *v, const void *c, const void *s);
cublasStatus_t small_dot(BlasCall *call, const Small *v, void *result);
cublasStatus_t small_nrm2(BlasCall *call, const Small *v, void *result);
cublasStatus_t small_asum(BlasCall *call, const Small *v, void *result);

/* `bytes` is the size of the integer that the place goes to: 4 or 8. */
cublasStatus_t small_amax(BlasCall *call, const Small *v, void *result, size_t bytes);
cublasStatus_t small_amin(BlasCall *call, const Small *v, void *result, size_t bytes);

#endif

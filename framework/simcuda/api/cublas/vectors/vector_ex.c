/* vector_ex.c - routines on vectors whose element types are arguments.
 *
 * The types of the regular families go to those families, halves and bfloat16s to small.c. Which
 * types go together is a rule, from cuBLAS's documentation of these routines: all are the elements'
 * type, except that
 * - halves and bfloat16s are computed with in float, and alpha is float then;
 * - the norm and the sum of complex numbers are real, and computed in reals;
 * - a rotation of complex numbers may have a real s and c.
 * Any other combination is CUBLAS_STATUS_NOT_SUPPORTED. */
#include <stdio.h>

#include "framework/simcuda/api/cublas/base/number.h"
#include "framework/simcuda/api/cublas/vectors/small.h"

static cudaDataType real_type(cudaDataType type)
{
	return type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type;
}

/* What is computed in, and alpha's type. */
static cudaDataType wide_type(cudaDataType type)
{
	return type == CUDA_R_16F || type == CUDA_R_16BF ? CUDA_R_32F : type;
}

static cublasStatus_t refuse(cublasHandle_t handle)
{
	return blas_handle(handle) ? CUBLAS_STATUS_NOT_SUPPORTED : CUBLAS_STATUS_NOT_INITIALIZED;
}

/* Sends to the family's routine of the type, or to small_... for halves and bfloat16s. */
#define DISPATCH(type_, CASES, ...)                                                                \
	do {                                                                                       \
		BlasType type = number_type(type_);                                                \
		BlasCall call = *BLAS_CALL(handle, S);                                             \
		switch (type) {                                                                    \
			CASES                                                                      \
		case BLAS_F16:                                                                     \
		case BLAS_BF16:                                                                    \
			call.type = call.scalar_type = type;                                       \
			return __VA_ARGS__;                                                        \
		default:                                                                           \
			return refuse(handle);                                                     \
		}                                                                                  \
	} while (0)
#define SMALL(...) (&(Small){__VA_ARGS__})

#define SCALED(v, I)                                                                               \
	cublasStatus_t cublasAxpyEx##v(cublasHandle_t handle, I n, const void *alpha,              \
				       cudaDataType alphaType, const void *x, cudaDataType xType,  \
				       I incx, void *y, cudaDataType yType, I incy,                \
				       cudaDataType executiontype)                                 \
	{                                                                                          \
		if (xType != yType || alphaType != wide_type(xType) || executiontype != alphaType) \
			return refuse(handle);                                                     \
		DISPATCH(xType, BLAS_TYPES(AXPY),                                                  \
			 small_axpy(&call, SMALL(n, (void *)x, incx, y, incy), alpha));            \
	}                                                                                          \
	cublasStatus_t cublasScalEx##v(cublasHandle_t handle, I n, const void *alpha,              \
				       cudaDataType alphaType, void *x, cudaDataType xType,        \
				       I incx, cudaDataType executionType)                         \
	{                                                                                          \
		if (alphaType != wide_type(xType) || executionType != alphaType)                   \
			return refuse(handle);                                                     \
		DISPATCH(xType, BLAS_TYPES(SCAL),                                                  \
			 small_scal(&call, SMALL(n, x, incx, NULL, 0), alpha));                    \
	}
#define AXPY(T, t, P)                                                                              \
	case BLAS_##T:                                                                             \
		return cublas##T##axpy_v2_64(handle, n, alpha, x, incx, y, incy);
#define SCAL(T, t, P)                                                                              \
	case BLAS_##T:                                                                             \
		return cublas##T##scal_v2_64(handle, n, alpha, x, incx);
SCALED(, int)
SCALED(_64, int64_t)

#define MOVED(v, I)                                                                                \
	cublasStatus_t cublasCopyEx##v(cublasHandle_t handle, I n, const void *x,                  \
				       cudaDataType xType, I incx, void *y, cudaDataType yType,    \
				       I incy)                                                     \
	{                                                                                          \
		if (xType != yType)                                                                \
			return refuse(handle);                                                     \
		DISPATCH(xType, BLAS_TYPES(COPY),                                                  \
			 small_copy(&call, SMALL(n, (void *)x, incx, y, incy)));                   \
	}                                                                                          \
	cublasStatus_t cublasSwapEx##v(cublasHandle_t handle, I n, void *x, cudaDataType xType,    \
				       I incx, void *y, cudaDataType yType, I incy)                \
	{                                                                                          \
		if (xType != yType)                                                                \
			return refuse(handle);                                                     \
		DISPATCH(xType, BLAS_TYPES(SWAP), small_swap(&call, SMALL(n, x, incx, y, incy)));  \
	}
#define COPY(T, t, P)                                                                              \
	case BLAS_##T:                                                                             \
		return cublas##T##copy_v2_64(handle, n, x, incx, y, incy);
#define SWAP(T, t, P)                                                                              \
	case BLAS_##T:                                                                             \
		return cublas##T##swap_v2_64(handle, n, x, incx, y, incy);
MOVED(, int)
MOVED(_64, int64_t)

#define DOTS(name, CASES, v, I)                                                                    \
	cublasStatus_t cublas##name##v(cublasHandle_t handle, I n, const void *x,                  \
				       cudaDataType xType, I incx, const void *y,                  \
				       cudaDataType yType, I incy, void *result,                   \
				       cudaDataType resultType, cudaDataType executionType)        \
	{                                                                                          \
		if (xType != yType || resultType != xType || executionType != wide_type(xType))    \
			return refuse(handle);                                                     \
		DISPATCH(xType, CASES,                                                             \
			 small_dot(&call, SMALL(n, (void *)x, incx, (void *)y, incy), result));    \
	}
#define DOT(T, name)                                                                               \
	case BLAS_##T:                                                                             \
		return cublas##name##_v2_64(handle, n, x, incx, y, incy, result);
BLAS_SIZES(DOTS, DotEx, DOT(S, Sdot) DOT(D, Ddot) DOT(C, Cdotu) DOT(Z, Zdotu))
BLAS_SIZES(DOTS, DotcEx, DOT(S, Sdot) DOT(D, Ddot) DOT(C, Cdotc) DOT(Z, Zdotc))

#define REDUCED(name, small, CASES, v, I)                                                          \
	cublasStatus_t cublas##name##v(cublasHandle_t handle, I n, const void *x,                  \
				       cudaDataType xType, I incx, void *result,                   \
				       cudaDataType resultType, cudaDataType executionType)        \
	{                                                                                          \
		if (resultType != real_type(xType) ||                                              \
		    executionType != wide_type(real_type(xType)))                                  \
			return refuse(handle);                                                     \
		DISPATCH(xType, CASES, small(&call, SMALL(n, (void *)x, incx, NULL, 0), result));  \
	}
#define REDUCE(T, name)                                                                            \
	case BLAS_##T:                                                                             \
		return cublas##name##_v2_64(handle, n, x, incx, result);
BLAS_SIZES(REDUCED, Nrm2Ex, small_nrm2,
	   REDUCE(S, Snrm2) REDUCE(D, Dnrm2) REDUCE(C, Scnrm2) REDUCE(Z, Dznrm2))
BLAS_SIZES(REDUCED, AsumEx, small_asum,
	   REDUCE(S, Sasum) REDUCE(D, Dasum) REDUCE(C, Scasum) REDUCE(Z, Dzasum))

/* The place is an int, or an int64_t under a name in _64. */
#define PLACED(name, small, CASES, v, I)                                                           \
	cublasStatus_t cublas##name##v(cublasHandle_t handle, I n, const void *x,                  \
				       cudaDataType xType, I incx, I *result)                      \
	{                                                                                          \
		DISPATCH(                                                                          \
			xType, CASES,                                                              \
			small(&call, SMALL(n, (void *)x, incx, NULL, 0), result, sizeof *result)); \
	}
#define PLACE(T, name)                                                                             \
	case BLAS_##T:                                                                             \
		return cublas##name##_v2(handle, n, x, incx, result);
#define PLACE_64(T, name)                                                                          \
	case BLAS_##T:                                                                             \
		return cublas##name##_v2_64(handle, n, x, incx, result);
#define PLACES(P, m) P(S, Isa##m) P(D, Ida##m) P(C, Ica##m) P(Z, Iza##m)
PLACED(IamaxEx, small_amax, PLACES(PLACE, max), , int)
PLACED(IaminEx, small_amin, PLACES(PLACE, min), , int)
PLACED(IamaxEx, small_amax, PLACES(PLACE_64, max), _64, int64_t)
PLACED(IaminEx, small_amin, PLACES(PLACE_64, min), _64, int64_t)

/* c is real: of a complex one the real part is taken. */
#define ROTATED(v, I)                                                                              \
	cublasStatus_t cublasRotEx##v(cublasHandle_t handle, I n, void *x, cudaDataType xType,     \
				      I incx, void *y, cudaDataType yType, I incy, const void *c,  \
				      const void *s, cudaDataType csType,                          \
				      cudaDataType executiontype)                                  \
	{                                                                                          \
		if (xType != yType || executiontype != wide_type(xType) ||                         \
		    (csType != xType && csType != real_type(xType)))                               \
			return refuse(handle);                                                     \
		if (csType != xType && xType == CUDA_C_32F)                                        \
			return cublasCsrot_v2_64(handle, n, x, incx, y, incy, c, s);               \
		if (csType != xType)                                                               \
			return cublasZdrot_v2_64(handle, n, x, incx, y, incy, c, s);               \
		DISPATCH(xType, BLAS_TYPES(ROT),                                                   \
			 small_rot(&call, SMALL(n, x, incx, y, incy), c, s));                      \
	}
#define ROT(T, t, P)                                                                               \
	case BLAS_##T:                                                                             \
		return cublas##T##rot_v2_64(handle, n, x, incx, y, incy, c, s);
ROTATED(, int)
ROTATED(_64, int64_t)

/* --- rotations of four and five scalars ------------------------------------------------------- */

/* cuBLAS's documentation lists no types for these. Halves and bfloat16s are not simulated. */
static cublasStatus_t rotation_refuse(cublasHandle_t handle, const char *name, cudaDataType type)
{
	if (blas_handle(handle) && wide_type(type) != type)
		fprintf(stderr, "simcuda: %s with 16-bit types is not simulated\n", name);
	return refuse(handle);
}

cublasStatus_t cublasRotgEx(cublasHandle_t handle, void *a, void *b, cudaDataType abType, void *c,
			    void *s, cudaDataType csType, cudaDataType executiontype)
{
	if (csType != abType || executiontype != abType)
		return rotation_refuse(handle, __func__, abType);
	switch (number_type(abType)) {
#define ROTG(T, t, P)                                                                              \
	case BLAS_##T:                                                                             \
		return cublas##T##rotg_v2(handle, a, b, c, s);
		BLAS_TYPES(ROTG)
	default:
		return rotation_refuse(handle, __func__, abType);
	}
}

#define ROTATED_M(v, I)                                                                            \
	cublasStatus_t cublasRotmEx##v(cublasHandle_t handle, I n, void *x, cudaDataType xType,    \
				       I incx, void *y, cudaDataType yType, I incy,                \
				       const void *param, cudaDataType paramType,                  \
				       cudaDataType executiontype)                                 \
	{                                                                                          \
		bool same = yType == xType && paramType == xType && executiontype == xType;        \
                                                                                                   \
		if (same && xType == CUDA_R_32F)                                                   \
			return cublasSrotm_v2_64(handle, n, x, incx, y, incy, param);              \
		if (same && xType == CUDA_R_64F)                                                   \
			return cublasDrotm_v2_64(handle, n, x, incx, y, incy, param);              \
		return rotation_refuse(handle, __func__, xType);                                   \
	}
ROTATED_M(, int)
ROTATED_M(_64, int64_t)

cublasStatus_t cublasRotmgEx(cublasHandle_t handle, void *d1, cudaDataType d1Type, void *d2,
			     cudaDataType d2Type, void *x1, cudaDataType x1Type, const void *y1,
			     cudaDataType y1Type, void *param, cudaDataType paramType,
			     cudaDataType executiontype)
{
	bool same = d2Type == d1Type && x1Type == d1Type && y1Type == d1Type &&
		    paramType == d1Type && executiontype == d1Type;

	if (same && d1Type == CUDA_R_32F)
		return cublasSrotmg_v2(handle, d1, d2, x1, y1, param);
	if (same && d1Type == CUDA_R_64F)
		return cublasDrotmg_v2(handle, d1, d2, x1, y1, param);
	return rotation_refuse(handle, __func__, d1Type);
}

/* transfer.c - copies of vectors and matrices between host and device: one copy with pitches each.
 * Sizes may be of any magnitude, for names in _64 hand on int64_t. */
#include "framework/simcuda/api/cublas/base/blas.h"

typedef struct Side {
	const void *pointer;
	int64_t step; /* elements from the start of one row to the start of the next */
} Side;

/* Copies `rows` runs of `width` elements. */
static cublasStatus_t copy_rows(int64_t rows, int64_t width, int64_t element, Side to, Side from,
				enum cudaMemcpyKind kind, cudaStream_t stream, int async)
{
	int64_t extent; /* of the longer side, in bytes */

	if (rows < 0 || width < 0 || element <= 0 || to.step <= 0 || from.step <= 0)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (to.step < width || from.step < width)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (rows == 0 || width == 0)
		return CUBLAS_STATUS_SUCCESS;
	if (!to.pointer || !from.pointer)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (__builtin_mul_overflow(to.step > from.step ? to.step : from.step, rows, &extent) ||
	    __builtin_mul_overflow(extent, element, &extent))
		return CUBLAS_STATUS_INVALID_VALUE;

	uint64_t bytes = (uint64_t)element;
	SimRequest request = {.code = SIM_COPY,
			      .u.copy = {.to = (uint64_t)(uintptr_t)to.pointer,
					 .from = (uint64_t)(uintptr_t)from.pointer,
					 .width = (uint64_t)width * bytes,
					 .rows = (uint64_t)rows,
					 .to_pitch = (uint64_t)to.step * bytes,
					 .from_pitch = (uint64_t)from.step * bytes,
					 .kind = kind,
					 .stream = (uint64_t)(uintptr_t)stream,
					 .async = async}};
	if (rows == 1 || (to.step == width && from.step == width)) {
		uint64_t all = (uint64_t)rows * (uint64_t)width * bytes;
		request.u.copy.width = request.u.copy.to_pitch = request.u.copy.from_pitch = all;
		request.u.copy.rows = 1;
	}
	SimReply reply;
	switch (simcuda_request(&request, &reply)) {
	case cudaSuccess:
		return CUBLAS_STATUS_SUCCESS;
	case cudaErrorMemoryAllocation:
		return CUBLAS_STATUS_ALLOC_FAILED;
	default:
		return CUBLAS_STATUS_MAPPING_ERROR;
	}
}

/* A vector is n rows of one element. */
#define VECTOR(Name, kind, v, I)                                                                   \
	cublasStatus_t cublas##Name##v(I n, I elemSize, const void *from, I incfrom, void *to,     \
				       I incto)                                                    \
	{                                                                                          \
		return copy_rows(n, 1, elemSize, (Side){to, incto}, (Side){from, incfrom}, kind,   \
				 NULL, 0);                                                         \
	}                                                                                          \
	cublasStatus_t cublas##Name##Async##v(I n, I elemSize, const void *from, I incfrom,        \
					      void *to, I incto, cudaStream_t stream)              \
	{                                                                                          \
		return copy_rows(n, 1, elemSize, (Side){to, incto}, (Side){from, incfrom}, kind,   \
				 stream, 1);                                                       \
	}

/* A matrix is a run of `rows` elements for each column. */
#define MATRIX(Name, kind, v, I)                                                                   \
	cublasStatus_t cublas##Name##v(I rows, I cols, I elemSize, const void *from, I ldfrom,     \
				       void *to, I ldto)                                           \
	{                                                                                          \
		return copy_rows(cols, rows, elemSize, (Side){to, ldto}, (Side){from, ldfrom},     \
				 kind, NULL, 0);                                                   \
	}                                                                                          \
	cublasStatus_t cublas##Name##Async##v(I rows, I cols, I elemSize, const void *from,        \
					      I ldfrom, void *to, I ldto, cudaStream_t stream)     \
	{                                                                                          \
		return copy_rows(cols, rows, elemSize, (Side){to, ldto}, (Side){from, ldfrom},     \
				 kind, stream, 1);                                                 \
	}

BLAS_SIZES(VECTOR, SetVector, cudaMemcpyHostToDevice)
BLAS_SIZES(VECTOR, GetVector, cudaMemcpyDeviceToHost)
BLAS_SIZES(MATRIX, SetMatrix, cudaMemcpyHostToDevice)
BLAS_SIZES(MATRIX, GetMatrix, cudaMemcpyDeviceToHost)

/* transfer.c - copies of vectors and matrices between host and device: one copy with pitches each.
 */
#include "blas.h"

typedef struct Side {
	const void *pointer;
	int step; /* elements from the start of one row to the start of the next */
} Side;

/* Copies `rows` runs of `width` elements. */
static cublasStatus_t copy_rows(int rows, int width, int element, Side to, Side from,
				enum cudaMemcpyKind kind, cudaStream_t stream, int async)
{
	if (rows < 0 || width < 0 || element <= 0 || to.step <= 0 || from.step <= 0)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (to.step < width || from.step < width)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (rows == 0 || width == 0)
		return CUBLAS_STATUS_SUCCESS;
	if (!to.pointer || !from.pointer)
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
#define VECTOR(Name, kind)                                                                         \
	cublasStatus_t cublas##Name(int n, int elemSize, const void *from, int incfrom, void *to,  \
				    int incto)                                                     \
	{                                                                                          \
		return copy_rows(n, 1, elemSize, (Side){to, incto}, (Side){from, incfrom}, kind,   \
				 NULL, 0);                                                         \
	}                                                                                          \
	cublasStatus_t cublas##Name##Async(int n, int elemSize, const void *from, int incfrom,     \
					   void *to, int incto, cudaStream_t stream)               \
	{                                                                                          \
		return copy_rows(n, 1, elemSize, (Side){to, incto}, (Side){from, incfrom}, kind,   \
				 stream, 1);                                                       \
	}

/* A matrix is a run of `rows` elements for each column. */
#define MATRIX(Name, kind)                                                                         \
	cublasStatus_t cublas##Name(int rows, int cols, int elemSize, const void *from,            \
				    int ldfrom, void *to, int ldto)                                \
	{                                                                                          \
		return copy_rows(cols, rows, elemSize, (Side){to, ldto}, (Side){from, ldfrom},     \
				 kind, NULL, 0);                                                   \
	}                                                                                          \
	cublasStatus_t cublas##Name##Async(int rows, int cols, int elemSize, const void *from,     \
					   int ldfrom, void *to, int ldto, cudaStream_t stream)    \
	{                                                                                          \
		return copy_rows(cols, rows, elemSize, (Side){to, ldto}, (Side){from, ldfrom},     \
				 kind, stream, 1);                                                 \
	}

VECTOR(SetVector, cudaMemcpyHostToDevice)
VECTOR(GetVector, cudaMemcpyDeviceToHost)
MATRIX(SetMatrix, cudaMemcpyHostToDevice)
MATRIX(GetMatrix, cudaMemcpyDeviceToHost)

/* cuda_runtime.h - the CUDA runtime for C and C++. C++ gets forms without casts besides. */
#ifndef CUDA_RUNTIME_H
#define CUDA_RUNTIME_H

#include "cuda_runtime_api.h"

#ifdef __cplusplus

template <class T> static inline cudaError_t cudaMalloc(T **devPtr, size_t size)
{
	return cudaMalloc((void **)devPtr, size);
}

template <class T>
static inline cudaError_t cudaMallocAsync(T **devPtr, size_t size, cudaStream_t stream)
{
	return cudaMallocAsync((void **)devPtr, size, stream);
}

template <class T>
static inline cudaError_t cudaMallocManaged(T **devPtr, size_t size,
					    unsigned int flags = cudaMemAttachGlobal)
{
	return cudaMallocManaged((void **)devPtr, size, flags);
}

template <class T>
static inline cudaError_t cudaMallocHost(T **ptr, size_t size, unsigned int flags = 0)
{
	return cudaHostAlloc((void **)ptr, size, flags);
}

template <class T>
static inline cudaError_t cudaHostAlloc(T **pHost, size_t size, unsigned int flags)
{
	return cudaHostAlloc((void **)pHost, size, flags);
}

static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags)
{
	return cudaEventCreateWithFlags(event, flags);
}

template <class T>
static inline cudaError_t cudaLaunchKernel(T *func, dim3 gridDim, dim3 blockDim, void **args,
					   size_t sharedMem = 0, cudaStream_t stream = 0)
{
	return cudaLaunchKernel((const void *)func, gridDim, blockDim, args, sharedMem, stream);
}

#endif

#endif

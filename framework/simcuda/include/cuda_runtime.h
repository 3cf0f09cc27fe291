/* cuda_runtime.h - the CUDA runtime for C and C++. C++ gets forms without casts besides. */
#ifndef __CUDA_RUNTIME_H__ /* NVIDIA's name: helpers ask by it whether this header is there */
#define __CUDA_RUNTIME_H__

#include "cuda_runtime_api.h"

/* clang compiles kernels, with our own words for them; nvcc brings NVIDIA's */
#if defined(__CUDA__) && defined(__clang__)
#ifndef __CUDACC__
#define __CUDACC__ 1 /* what programs ask for, to tell whether this is a file with kernels */
#endif
#include "device/simcuda_kernels.hpp"
#endif

#ifdef __cplusplus

#if defined(__CUDA__) && defined(__clang__)
#define SIMCUDA_ANYWHERE __attribute__((host, device, always_inline, nodebug))
#else
#define SIMCUDA_ANYWHERE
#endif
#define SIMCUDA_MAKE(name, type)                                                                   \
	SIMCUDA_ANYWHERE static inline name##2 make_##name##2(type x, type y)                      \
	{                                                                                          \
		return name##2 {x, y};                                                             \
	}                                                                                          \
	SIMCUDA_ANYWHERE static inline name##3 make_##name##3(type x, type y, type z)              \
	{                                                                                          \
		return name##3 {x, y, z};                                                          \
	}
#define SIMCUDA_MAKE_FOUR(name, type)                                                              \
	SIMCUDA_ANYWHERE static inline name##4 make_##name##4(type x, type y, type z, type w)      \
	{                                                                                          \
		return name##4 {x, y, z, w};                                                       \
	}
SIMCUDA_MAKE(int, int)
SIMCUDA_MAKE_FOUR(int, int)
SIMCUDA_MAKE(uint, unsigned int)
SIMCUDA_MAKE_FOUR(uint, unsigned int)
SIMCUDA_MAKE(float, float)
SIMCUDA_MAKE_FOUR(float, float)
SIMCUDA_MAKE(double, double)
SIMCUDA_MAKE(char, signed char)
SIMCUDA_MAKE_FOUR(char, signed char)
SIMCUDA_MAKE(uchar, unsigned char)
SIMCUDA_MAKE_FOUR(uchar, unsigned char)
SIMCUDA_MAKE(short, short)
SIMCUDA_MAKE_FOUR(short, short)
SIMCUDA_MAKE(ushort, unsigned short)
SIMCUDA_MAKE_FOUR(ushort, unsigned short)
SIMCUDA_MAKE(long, long)
SIMCUDA_MAKE(ulong, unsigned long)
SIMCUDA_MAKE(longlong, long long)
SIMCUDA_MAKE(ulonglong, unsigned long long)
SIMCUDA_MAKE_FOUR(double, double)

/* The size of a block with which most threads fit on a multiprocessor, and how many such blocks fill the
 * GPU. */
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize,
							     T func, size_t dynamicSMemSize = 0,
							     int blockSizeLimit = 0)
{
	int device = 0, processors = 0, most = 0, best = 0;
	cudaError_t error = cudaGetDevice(&device);
	if (error == cudaSuccess)
		error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
	if (error == cudaSuccess)
		error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxThreadsPerBlock, device);
	if (blockSizeLimit > 0 && blockSizeLimit < most)
		most = blockSizeLimit;
	for (int size = (most + 31) / 32 * 32; size > 0 && error == cudaSuccess; size -= 32) {
		int blocks = 0, threads = size < most ? size : most;
		error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)func,
								      threads, dynamicSMemSize);
		if (blocks * threads <= best)
			continue;
		best = blocks * threads;
		*blockSize = threads;
		*minGridSize = blocks * processors;
	}
	return error;
}

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

template <class T>
static inline cudaError_t cudaHostGetDevicePointer(T **pDevice, void *pHost, unsigned int flags)
{
	return cudaHostGetDevicePointer((void **)pDevice, pHost, flags);
}

template <class T>
static inline cudaError_t cudaMallocPitch(T **devPtr, size_t *pitch, size_t width, size_t height)
{
	return cudaMallocPitch((void **)devPtr, pitch, width, height);
}

template <class T>
static inline cudaError_t cudaMallocFromPoolAsync(T **ptr, size_t size, cudaMemPool_t memPool,
						  cudaStream_t stream)
{
	return cudaMallocFromPoolAsync((void **)ptr, size, memPool, stream);
}

template <class T>
static inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *src, size_t count,
					     size_t offset = 0,
					     enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
	return cudaMemcpyToSymbol((const void *)&symbol, src, count, offset, kind);
}

template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t count,
					       size_t offset = 0,
					       enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
	return cudaMemcpyFromSymbol(dst, (const void *)&symbol, count, offset, kind);
}

template <class T> static inline cudaError_t cudaGetSymbolAddress(void **devPtr, const T &symbol)
{
	return cudaGetSymbolAddress(devPtr, (const void *)&symbol);
}

template <class T> static inline cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol)
{
	return cudaGetSymbolSize(size, (const void *)&symbol);
}

template <class T>
static inline cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, T *func)
{
	return cudaFuncGetAttributes(attr, (const void *)func);
}

template <class T>
static inline cudaError_t cudaFuncSetCacheConfig(T *func, enum cudaFuncCache cacheConfig)
{
	return cudaFuncSetCacheConfig((const void *)func, cacheConfig);
}

template <class T>
static inline cudaError_t cudaFuncSetAttribute(T *func, enum cudaFuncAttribute attr, int value)
{
	return cudaFuncSetAttribute((const void *)func, attr, value);
}

template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, T func,
									int blockSize,
									size_t dynamicSMemSize)
{
	return cudaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, (const void *)func,
							     blockSize, dynamicSMemSize);
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

template <class T>
static inline cudaError_t cudaLaunchCooperativeKernel(T *func, dim3 gridDim, dim3 blockDim,
						      void **args, size_t sharedMem = 0,
						      cudaStream_t stream = 0)
{
	return cudaLaunchCooperativeKernel((const void *)func, gridDim, blockDim, args, sharedMem,
					   stream);
}

/* The launch by a configuration, with the arguments as the kernel wants them. */
template <class... Wanted, class... Given>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
					     void (*kernel)(Wanted...), Given &&...given)
{
	return [&](Wanted... arguments) {
		void *places[] = {(void *)&arguments..., nullptr};
		return cudaLaunchKernelExC(config, (const void *)kernel, places);
	}(static_cast<Given &&>(given)...);
}

#endif

#endif

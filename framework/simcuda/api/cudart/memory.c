/* memory.c - device memory: giving it out, taking it back, and asking about pointers. */
#include <string.h>

#include "framework/simcuda/api/cudart/runtime.h"

static cudaError_t allocate(void **pointer, size_t bytes, uint64_t stream, int ordered,
			    cudaMemPool_t pool)
{
	if (!pointer)
		return runtime_return(cudaErrorInvalidValue);
	SimRequest request = {.code = SIM_MALLOC};
	request.u.malloc.bytes = bytes;
	request.u.malloc.stream = stream;
	request.u.malloc.ordered = ordered;
	request.u.malloc.pool = (uint64_t)(uintptr_t)pool;
	SimReply reply;
	cudaError_t error = runtime_call(&request, &reply);
	if (error == cudaSuccess)
		*pointer = (void *)(uintptr_t)reply.value[0];
	return error;
}

static cudaError_t release(void *pointer, uint64_t stream, int ordered)
{
	SimRequest request = {.code = SIM_FREE};
	request.u.free.address = (uint64_t)(uintptr_t)pointer;
	request.u.free.stream = stream;
	request.u.free.ordered = ordered;
	return runtime_call(&request, NULL);
}

cudaError_t cudaMalloc(void **devPtr, size_t size)
{
	return allocate(devPtr, size, SIM_STREAM_DEFAULT, 0, NULL);
}

cudaError_t cudaMallocAsync(void **devPtr, size_t size, cudaStream_t hStream)
{
	return allocate(devPtr, size, (uint64_t)(uintptr_t)hStream, 1, NULL);
}

cudaError_t cudaMallocFromPoolAsync(void **ptr, size_t size, cudaMemPool_t memPool,
				    cudaStream_t stream)
{
	if (!memPool)
		return runtime_return(cudaErrorInvalidValue);
	return allocate(ptr, size, (uint64_t)(uintptr_t)stream, 1, memPool);
}

cudaError_t cudaFree(void *devPtr)
{
	if (host_memory_managed_start(devPtr))
		return host_memory_drop(devPtr, SIM_HOST_MANAGED, cudaErrorInvalidValue);
	return release(devPtr, SIM_STREAM_DEFAULT, 0);
}

cudaError_t cudaFreeAsync(void *devPtr, cudaStream_t hStream)
{
	return release(devPtr, (uint64_t)(uintptr_t)hStream, 1);
}

cudaError_t cudaMemGetInfo(size_t *free, size_t *total)
{
	if (!free || !total)
		return runtime_return(cudaErrorInvalidValue);
	SimRequest request = {.code = SIM_MEMORY_INFO};
	SimReply reply;
	cudaError_t error = runtime_call(&request, &reply);
	if (error == cudaSuccess) {
		*free = reply.value[0];
		*total = reply.value[1];
	}
	return error;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *ptr)
{
	if (!attributes)
		return runtime_return(cudaErrorInvalidValue);
	SimRequest request = {.code = SIM_POINTER};
	request.u.pointer.address = (uint64_t)(uintptr_t)ptr;
	SimReply reply;
	cudaError_t error = runtime_call(&request, &reply);
	if (error != cudaSuccess)
		return error;
	memset(attributes, 0, sizeof *attributes);
	attributes->type = (enum cudaMemoryType)reply.value[0];
	int known = attributes->type != cudaMemoryTypeUnregistered;
	attributes->device = known ? (int)reply.value[1] : cudaInvalidDeviceId;
	attributes->devicePointer = known ? (void *)(uintptr_t)ptr : NULL;
	if (attributes->type != cudaMemoryTypeDevice)
		attributes->hostPointer = (void *)(uintptr_t)ptr;
	return cudaSuccess;
}

/* managed.c - memory that host and GPUs share: the program touches it directly, and to the machine
 * it is host memory that kernels may use (core/managed.c). */
#include "framework/simcuda/api/cudart/runtime.h"

cudaError_t cudaMallocManaged(void **devPtr, size_t size, unsigned int flags)
{
	if (!devPtr || size == 0 || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
		return runtime_return(cudaErrorInvalidValue);
	return host_memory_make(devPtr, size, SIM_HOST_MANAGED, flags);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *devPtr, size_t length,
				     unsigned int flags)
{
	SimRequest request = {.code = SIM_MANAGED_ATTACH};
	request.u.managed.address = (uint64_t)(uintptr_t)devPtr;
	request.u.managed.bytes = length;
	request.u.managed.stream = (uint64_t)(uintptr_t)stream;
	request.u.managed.flags = flags;
	return runtime_call(&request, NULL);
}

/* Into *device: the GPU that the place names, -1 for the host. The one host has one NUMA node. */
static cudaError_t place_find(struct cudaMemLocation place, int *device)
{
	*device = -1;
	switch (place.type) {
	case cudaMemLocationTypeDevice:
		*device = place.id;
		return place.id >= 0 && place.id < simcuda_machine()->gpus ? cudaSuccess
									   : cudaErrorInvalidDevice;
	case cudaMemLocationTypeHost:
	case cudaMemLocationTypeHostNumaCurrent:
		return cudaSuccess;
	case cudaMemLocationTypeHostNuma:
		return place.id == 0 ? cudaSuccess : cudaErrorInvalidDevice;
	default:
		return cudaErrorInvalidValue;
	}
}

cudaError_t cudaMemPrefetchAsync(const void *devPtr, size_t count, struct cudaMemLocation location,
				 unsigned int flags, cudaStream_t stream)
{
	SimRequest request = {.code = SIM_MANAGED_MOVE};
	if (flags != 0)
		return runtime_return(cudaErrorInvalidValue);
	cudaError_t error = place_find(location, &request.u.managed.device);
	if (error != cudaSuccess && simcuda_machine()->gpus > 0)
		return runtime_return(error);
	request.u.managed.address = (uint64_t)(uintptr_t)devPtr;
	request.u.managed.bytes = count;
	request.u.managed.stream = (uint64_t)(uintptr_t)stream;
	return runtime_call(&request, NULL);
}

/* Whether all of these bytes lie in one block of managed memory. */
static cudaError_t check_managed(const void *start, size_t bytes)
{
	SimRequest request = {.code = SIM_POINTER};
	request.u.pointer.address = (uint64_t)(uintptr_t)start;
	SimReply reply;
	cudaError_t error = runtime_call(&request, &reply);
	if (error != cudaSuccess)
		return error;
	uint64_t offset = (uint64_t)(uintptr_t)start - reply.value[2];
	if (reply.value[0] != cudaMemoryTypeManaged || bytes == 0 ||
	    bytes > reply.value[3] - offset)
		return runtime_return(cudaErrorInvalidValue);
	return cudaSuccess;
}

/* Advice moves no bytes and changes no result; so it is only checked. */
cudaError_t cudaMemAdvise(const void *devPtr, size_t count, enum cudaMemoryAdvise advice,
			  struct cudaMemLocation location)
{
	cudaError_t error = check_managed(devPtr, count);
	if (error != cudaSuccess)
		return error;
	int device;
	switch (advice) {
	case cudaMemAdviseSetReadMostly:
	case cudaMemAdviseUnsetReadMostly:
	case cudaMemAdviseUnsetPreferredLocation:
		return cudaSuccess; /* the place does not matter */
	case cudaMemAdviseSetPreferredLocation:
	case cudaMemAdviseSetAccessedBy:
	case cudaMemAdviseUnsetAccessedBy:
		return runtime_return(place_find(location, &device));
	default:
		return runtime_return(cudaErrorInvalidValue);
	}
}

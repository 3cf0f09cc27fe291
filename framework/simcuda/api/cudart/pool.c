/* pool.c - the pools of cudaMallocAsync (core/pool.c), as the program sees them. */
#include <string.h>

#include "framework/simcuda/api/cudart/runtime.h"

static cudaError_t pool_call(SimRequest *request, cudaMemPool_t pool, SimReply *reply)
{
	request->u.pool.pool = (uint64_t)(uintptr_t)pool;
	return runtime_call(request, reply);
}

static cudaError_t pool_find(cudaMemPool_t *pool, int device, int which)
{
	SimRequest request = {.code = SIM_POOL_FIND};
	SimReply reply;
	if (!pool)
		return runtime_return(cudaErrorInvalidValue);
	request.u.pool.device = device;
	cudaError_t error = runtime_call(&request, &reply);
	if (error == cudaSuccess)
		*pool = (cudaMemPool_t)(uintptr_t)reply.value[which];
	return error;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *memPool, int device)
{
	return pool_find(memPool, device, 0);
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *memPool, int device)
{
	return pool_find(memPool, device, 1);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool)
{
	SimRequest request = {.code = SIM_POOL_CHOOSE};
	request.u.pool.device = device;
	return pool_call(&request, memPool, NULL);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *memPool, const struct cudaMemPoolProps *poolProps)
{
	if (!memPool || !poolProps)
		return runtime_return(cudaErrorInvalidValue);
	if (poolProps->allocType == cudaMemAllocationTypeManaged)
		return unsupported_call("cudaMemPoolCreate of managed memory");
	if (poolProps->allocType != cudaMemAllocationTypePinned)
		return runtime_return(cudaErrorInvalidValue);
	if (poolProps->location.type == cudaMemLocationTypeHost ||
	    poolProps->location.type == cudaMemLocationTypeHostNuma)
		return unsupported_call("cudaMemPoolCreate of host memory");
	if (poolProps->location.type != cudaMemLocationTypeDevice)
		return runtime_return(cudaErrorInvalidValue);
	if (poolProps->handleTypes != cudaMemHandleTypeNone)
		return unsupported_call("cudaMemPoolCreate for several processes");
	SimRequest request = {.code = SIM_POOL_CREATE};
	SimReply reply;
	request.u.pool.device = poolProps->location.id;
	request.u.pool.value = poolProps->maxSize;
	cudaError_t error = runtime_call(&request, &reply);
	if (error == cudaSuccess)
		*memPool = (cudaMemPool_t)(uintptr_t)reply.value[0];
	return error;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool)
{
	SimRequest request = {.code = SIM_POOL_DESTROY};
	return pool_call(&request, memPool, NULL);
}

/* Some attributes are an int, the others 64 bits. */
static int is_flag(enum cudaMemPoolAttr attribute)
{
	return attribute == cudaMemPoolReuseFollowEventDependencies ||
	       attribute == cudaMemPoolReuseAllowOpportunistic ||
	       attribute == cudaMemPoolReuseAllowInternalDependencies;
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void *value)
{
	SimRequest request = {.code = SIM_POOL_GET};
	SimReply reply;
	if (!value)
		return runtime_return(cudaErrorInvalidValue);
	request.u.pool.attribute = attr;
	cudaError_t error = pool_call(&request, memPool, &reply);
	int flag = (int)reply.value[0];
	if (error == cudaSuccess && is_flag(attr))
		memcpy(value, &flag, sizeof flag);
	else if (error == cudaSuccess)
		memcpy(value, &reply.value[0], sizeof reply.value[0]);
	return error;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void *value)
{
	SimRequest request = {.code = SIM_POOL_SET};
	int flag;
	if (!value)
		return runtime_return(cudaErrorInvalidValue);
	request.u.pool.attribute = attr;
	if (is_flag(attr)) {
		memcpy(&flag, value, sizeof flag);
		request.u.pool.value = (uint64_t)flag;
	} else {
		memcpy(&request.u.pool.value, value, sizeof request.u.pool.value);
	}
	return pool_call(&request, memPool, NULL);
}

/* Into *device: the pool's GPU. */
static cudaError_t pool_device(cudaMemPool_t pool, int *device)
{
	SimRequest request = {.code = SIM_POOL_GET};
	SimReply reply;
	request.u.pool.attribute = cudaMemPoolAttrUsedMemCurrent;
	cudaError_t error = pool_call(&request, pool, &reply);
	*device = (int)reply.value[1];
	return error;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t minBytesToKeep)
{
	SimRequest request = {.code = SIM_POOL_SET};
	request.u.pool.trims = 1;
	request.u.pool.value = minBytesToKeep;
	return pool_call(&request, memPool, NULL);
}

static int place_is_gpu(const struct cudaMemLocation *place)
{
	return place->type == cudaMemLocationTypeDevice && place->id >= 0 &&
	       place->id < simcuda_machine()->gpus;
}

/* The pool's own GPU can always use it, which cannot be taken from it. */
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const struct cudaMemAccessDesc *descList,
				 size_t count)
{
	int own;
	if (!descList || count == 0)
		return runtime_return(cudaErrorInvalidValue);
	cudaError_t error = pool_device(memPool, &own);
	for (size_t i = 0; i < count && error == cudaSuccess; i++) {
		const struct cudaMemAccessDesc *wish = &descList[i];
		int other = wish->location.id != own;
		if (!place_is_gpu(&wish->location) ||
		    (!other && wish->flags != cudaMemAccessFlagsProtReadWrite))
			error = runtime_return(cudaErrorInvalidValue);
		else if (other)
			error = unsupported_call("cudaMemPoolSetAccess for another GPU");
	}
	return error;
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t memPool,
				 struct cudaMemLocation *location)
{
	int own;
	if (!flags || !location)
		return runtime_return(cudaErrorInvalidValue);
	cudaError_t error = pool_device(memPool, &own);
	if (error != cudaSuccess)
		return error;
	if (!place_is_gpu(location))
		return runtime_return(cudaErrorInvalidValue);
	*flags = location->id == own ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
	return cudaSuccess;
}

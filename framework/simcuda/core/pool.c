/* pool.c - the pools from which cudaMallocAsync takes memory.
 *
 * A GPU has a default pool and any number that the program makes; one of them is current. A pool takes
 * whole pages of its GPU when what it holds does not suffice, which costs what cudaMalloc does, and
 * keeps them when memory is freed. When somebody waits for the GPU (a stream, an event or the device) it
 * gives back what is not in use, down to the release threshold, which is 0 at first. Only bytes are
 * counted: any that are free can be used again, wherever they lie, and how the program allows that
 * (the reuse attributes) changes nothing. */
#include <stdlib.h>

#include "framework/simcuda/core/core.h"

static void pool_defaults(Pool *pool, Gpu *gpu)
{
	*pool = (Pool){.gpu = gpu, .handle = pool->handle, .reuse = {true, true, true}};
}

cudaError_t pool_init(Sim *sim, Gpu *gpu)
{
	gpu->pool.handle = handle_new(&sim->pools, &gpu->pool);
	pool_defaults(&gpu->pool, gpu);
	gpu->current_pool = &gpu->pool;
	return gpu->pool.handle ? cudaSuccess : cudaErrorMemoryAllocation;
}

Pool *pool_find(const Sim *sim, uint64_t handle, const Gpu *gpu)
{
	return handle ? handle_find(&sim->pools, handle) : gpu->current_pool;
}

static uint64_t pages_for(uint64_t bytes)
{
	return (bytes + SIM_PAGE_BYTES - 1) / SIM_PAGE_BYTES * SIM_PAGE_BYTES;
}

bool pool_grows(const Pool *pool, uint64_t bytes)
{
	return bytes > pool->reserved || pool->used > pool->reserved - bytes;
}

static bool pool_grow(const Sim *sim, Pool *pool, uint64_t bytes)
{
	uint64_t wanted = bytes <= UINT64_MAX / 2 ? pages_for(pool->used + bytes) : UINT64_MAX;
	if (!memory_reserve(sim, pool->gpu, wanted - pool->reserved))
		return false;
	pool->reserved = wanted;
	if (pool->reserved > pool->reserved_high)
		pool->reserved_high = pool->reserved;
	return true;
}

/* Whether the pool may hold as much. */
static bool pool_may(const Pool *pool, uint64_t bytes)
{
	return !pool->most || (bytes <= pool->most && pool->used <= pool->most - bytes);
}

bool pool_has(const Sim *sim, const Pool *pool, uint64_t bytes)
{
	if (!pool_may(pool, bytes) || bytes > UINT64_MAX / 2)
		return false;
	return !pool_grows(pool, bytes) ||
	       pages_for(pool->used + bytes) - pool->reserved <= memory_free_bytes(sim, pool->gpu);
}

bool pool_take(const Sim *sim, Pool *pool, uint64_t bytes)
{
	if (!pool_may(pool, bytes))
		return false;
	if (pool_grows(pool, bytes) && !pool_grow(sim, pool, bytes))
		return false;
	pool->live++;
	pool->used += bytes;
	if (pool->used > pool->used_high)
		pool->used_high = pool->used;
	return true;
}

static void pool_shrink(Pool *pool, uint64_t keep)
{
	uint64_t used = pages_for(pool->used),
		 kept = keep < pool->reserved ? pages_for(keep) : keep;
	uint64_t wanted = used > kept ? used : kept;
	if (wanted >= pool->reserved)
		return;
	memory_unreserve(pool->gpu, pool->reserved - wanted);
	pool->reserved = wanted;
}

void pools_shrink(const Sim *sim, Gpu *gpu)
{
	for (size_t i = 0; i < sim->pools.count; i++) {
		uint64_t handle = handle_at(&sim->pools, i);
		Pool *pool = handle ? handle_find(&sim->pools, handle) : NULL;
		if (pool && pool->gpu == gpu)
			pool_shrink(pool, pool->threshold);
	}
}

void pool_give(Pool *pool, uint64_t bytes)
{
	pool->live--;
	pool->used -= bytes;
	if (pool->destroyed && pool->live == 0) {
		pool_shrink(pool, 0);
		free(pool);
	}
}

void pool_reset(Sim *sim, Gpu *gpu)
{
	for (size_t i = 0; i < sim->pools.count; i++) {
		uint64_t handle = handle_at(&sim->pools, i);
		Pool *pool = handle ? handle_find(&sim->pools, handle) : NULL;
		if (!pool || pool->gpu != gpu || pool == &gpu->pool)
			continue;
		pool_shrink(pool, 0);
		handle_drop(&sim->pools, handle);
		free(pool);
	}
	pool_shrink(&gpu->pool, 0);
	pool_defaults(&gpu->pool, gpu);
	gpu->current_pool = &gpu->pool;
}

/* --- requests --------------------------------------------------------------------------------- */

static Gpu *pool_gpu(const Call *call)
{
	int device = call->request->u.pool.device;
	return device >= 0 && device < call->sim->machine.gpus ? &call->sim->gpu[device] : NULL;
}

cudaError_t pool_create(Call *call)
{
	Gpu *gpu = pool_gpu(call);
	if (!gpu)
		return cudaErrorInvalidDevice;
	Pool *pool = calloc(1, sizeof(*pool));
	uint64_t handle = pool ? handle_new(&call->sim->pools, pool) : 0;
	if (!handle) {
		free(pool);
		return cudaErrorMemoryAllocation;
	}
	pool_defaults(pool, gpu);
	pool->handle = handle;
	pool->most = call->request->u.pool.value;
	call->reply->value[0] = handle;
	return cudaSuccess;
}

cudaError_t pool_destroy(Call *call)
{
	Pool *pool = handle_find(&call->sim->pools, call->request->u.pool.pool);
	if (!pool || pool == &pool->gpu->pool)
		return cudaErrorInvalidValue;
	handle_drop(&call->sim->pools, pool->handle);
	if (pool->gpu->current_pool == pool)
		pool->gpu->current_pool = &pool->gpu->pool;
	pool->destroyed = true;
	if (pool->live == 0) {
		pool_shrink(pool, 0);
		free(pool);
	}
	return cudaSuccess;
}

cudaError_t pool_of_device(Call *call)
{
	const Gpu *gpu = pool_gpu(call);
	if (!gpu)
		return cudaErrorInvalidDevice;
	call->reply->value[0] = gpu->current_pool->handle;
	call->reply->value[1] = gpu->pool.handle;
	return cudaSuccess;
}

cudaError_t pool_choose(Call *call)
{
	Gpu *gpu = pool_gpu(call);
	Pool *pool = handle_find(&call->sim->pools, call->request->u.pool.pool);
	if (!gpu)
		return cudaErrorInvalidDevice;
	if (!pool || pool->gpu != gpu)
		return cudaErrorInvalidValue;
	gpu->current_pool = pool;
	return cudaSuccess;
}

cudaError_t pool_get(Call *call)
{
	const Pool *pool = handle_find(&call->sim->pools, call->request->u.pool.pool);
	uint64_t *value = &call->reply->value[0];
	if (!pool)
		return cudaErrorInvalidValue;
	call->reply->value[1] = (uint64_t)pool->gpu->index;
	switch (call->request->u.pool.attribute) {
	case cudaMemPoolReuseFollowEventDependencies:
	case cudaMemPoolReuseAllowOpportunistic:
	case cudaMemPoolReuseAllowInternalDependencies:
		*value = pool->reuse[call->request->u.pool.attribute -
				     cudaMemPoolReuseFollowEventDependencies];
		return cudaSuccess;
	case cudaMemPoolAttrReleaseThreshold:
		*value = pool->threshold;
		return cudaSuccess;
	case cudaMemPoolAttrReservedMemCurrent:
		*value = pool->reserved;
		return cudaSuccess;
	case cudaMemPoolAttrUsedMemCurrent:
		*value = pool->used;
		return cudaSuccess;
	case cudaMemPoolAttrReservedMemHigh:
		*value = pool->reserved_high;
		return cudaSuccess;
	case cudaMemPoolAttrUsedMemHigh:
		*value = pool->used_high;
		return cudaSuccess;
	default:
		return cudaErrorInvalidValue;
	}
}

/* The highest amounts can only be set to 0, and then begin again from what is in use now. */
cudaError_t pool_set(Call *call)
{
	Pool *pool = handle_find(&call->sim->pools, call->request->u.pool.pool);
	uint64_t value = call->request->u.pool.value;
	if (!pool)
		return cudaErrorInvalidValue;
	if (call->request->u.pool.trims) {
		pool_shrink(pool, value);
		return cudaSuccess;
	}
	switch (call->request->u.pool.attribute) {
	case cudaMemPoolReuseFollowEventDependencies:
	case cudaMemPoolReuseAllowOpportunistic:
	case cudaMemPoolReuseAllowInternalDependencies:
		pool->reuse[call->request->u.pool.attribute -
			    cudaMemPoolReuseFollowEventDependencies] = value != 0;
		return cudaSuccess;
	case cudaMemPoolAttrReleaseThreshold:
		pool->threshold = value;
		return cudaSuccess;

	case cudaMemPoolAttrReservedMemHigh:
		pool->reserved_high = value ? pool->reserved_high : pool->reserved;
		return value ? cudaErrorInvalidValue : cudaSuccess;
	case cudaMemPoolAttrUsedMemHigh:
		pool->used_high = value ? pool->used_high : pool->used;
		return value ? cudaErrorInvalidValue : cudaSuccess;
	default:
		return cudaErrorInvalidValue;
	}
}

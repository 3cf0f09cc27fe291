/* gpu_pool.c - the pool of each GPU, from which results of operations come. */
#include "framework/src/device/gpu.h"

int gpu_pool_keep(int device)
{
	GpuSlot *slot = gpu_slot(device);
	uint64_t all = UINT64_MAX;
	cudaMemPool_t pool;
	if (!slot)
		return error_passed_on();
	if (slot->pool_keeps)
		return STATUS_OK;
	if (GPU_CHECK(device, cudaDeviceGetDefaultMemPool(&pool, device)) < 0 ||
	    GPU_CHECK(device,
		      cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all)) < 0)
		return error_passed_on();
	slot->pool_keeps = true;
	return STATUS_OK;
}

static cudaError_t pool_trim(int device)
{
	cudaMemPool_t pool;
	cudaError_t error = cudaDeviceSynchronize();
	if (error == cudaSuccess)
		error = cudaDeviceGetDefaultMemPool(&pool, device);
	return error == cudaSuccess ? cudaMemPoolTrimTo(pool, 0) : error;
}

cudaError_t gpu_pool_beside(int device, size_t bytes, void **data)
{
	size_t free_bytes, total;
	cudaError_t error = cudaMalloc(data, bytes);
	if (error != cudaErrorMemoryAllocation ||
	    cudaMemGetInfo(&free_bytes, &total) != cudaSuccess || free_bytes >= bytes ||
	    pool_trim(device) != cudaSuccess)
		return error;
	cudaGetLastError();
	return cudaMalloc(data, bytes);
}

static int pool_read(int device, DeviceMemory *memory)
{
	const struct {
		enum cudaMemPoolAttr attribute;
		size_t *to;
	} wanted[] = {{cudaMemPoolAttrUsedMemCurrent, &memory->allocated},
		      {cudaMemPoolAttrReservedMemCurrent, &memory->reserved},
		      {cudaMemPoolAttrUsedMemHigh, &memory->peak}};
	cudaMemPool_t pool;
	if (GPU_CHECK(device, cudaDeviceGetDefaultMemPool(&pool, device)) < 0)
		return error_passed_on();
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		uint64_t bytes;
		if (GPU_CHECK(device, cudaMemPoolGetAttribute(pool, wanted[i].attribute, &bytes)) <
		    0)
			return error_passed_on();
		*wanted[i].to = (size_t)bytes;
	}
	return STATUS_OK;
}

int gpu_pool_memory(int device, DeviceMemory *memory)
{
	DeviceMemory read;
	if (pool_read(device, &read) < 0)
		return error_passed_on();
	*memory = read;
	return STATUS_OK;
}

int gpu_pool_release(int device)
{
	int before;
	if (gpu_enter(device, &before) < 0)
		return error_passed_on();
	return gpu_leave(device, before, GPU_CHECK(device, pool_trim(device)));
}

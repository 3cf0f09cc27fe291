/* gpu_pool.c - the pool of each GPU, from which results of operations come. */
#include "framework/src/device/gpu.h"

/* By itself CUDA's pool gives everything back whenever somebody waits for the GPU. */
static cudaError_t pool_let_keep(int device)
{
	GpuSlot *slot = gpu_slot(device);
	uint64_t all = UINT64_MAX;
	cudaMemPool_t pool;
	if (!slot || slot->pool_keeps)
		return cudaSuccess;
	cudaError_t error = cudaDeviceGetDefaultMemPool(&pool, device);
	if (error == cudaSuccess)
		error = cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all);
	slot->pool_keeps = error == cudaSuccess;
	return error;
}

cudaError_t gpu_pool_take(int device, size_t bytes, void **data, cudaStream_t stream)
{
	cudaError_t error = pool_let_keep(device);
	return error == cudaSuccess ? cudaMallocAsync(data, bytes, stream) : error;
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

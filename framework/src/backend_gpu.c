/* backend_gpu.c - a GPU: memory, copies and kernels by the CUDA runtime.
 *
 * Everything but a copy to or from the host is queued on the current stream of the device and
 * returns early. Where the GPU is a simulated one nothing here is different. */
#include <stdlib.h>

#include "gpu.h"

/* Threads of a block, and the most blocks of a launch; each thread takes several elements when
 * there are more of those. */
#define BLOCK      256
#define MOST_BLOCK 65536

/* nvcc, or register.c in its place, makes a function for each kernel. It is never called: its
 * address tells cudaLaunchKernel() which kernel is meant. */
#define DECLARE_HOST_SIDE(name, T, S, inputs, flops, value) void usegpu_k_##name(void);
#pragma GCC visibility push(hidden)
USEGPU_KERNELS(DECLARE_HOST_SIDE)
#pragma GCC visibility pop

static const struct {
	void (*host_side)(void);
	const char *name;
} kernels[] = {
#define KERNEL_ROW(name, T, S, inputs, flops, value) {usegpu_k_##name, #name},
	USEGPU_KERNELS(KERNEL_ROW)};

static int allocate_here(int device, size_t bytes, void **data)
{
	cudaError_t error = cudaMalloc(data, bytes);
	if (error != cudaErrorMemoryAllocation)
		return gpu_check(error, "cudaMalloc", device);
	cudaGetLastError();
	size_t free_bytes, total;
	if (GPU_CHECK(device, cudaMemGetInfo(&free_bytes, &total)) < 0)
		return error_passed_on();
	return error_set(STATUS_MEMORY, "gpu:%d has %s free, %s needed", device,
			 text_bytes(free_bytes).text, text_bytes(bytes).text);
}

static int gpu_allocate(int device, size_t bytes, void **data)
{
	int before;
	if (gpu_enter(device, &before) < 0)
		return error_passed_on();
	return gpu_leave(device, before, allocate_here(device, bytes, data));
}

/* cudaFree() finds the device by the address, and waits for work that still uses the memory. */
static void gpu_release(int device, void *data)
{
	GPU_CHECK(device, cudaFree(data));
}

static int gpu_elementwise(int device, Kernel kernel, void *out, const void *x, const void *y,
			   const void *s, int64_t n)
{
	uint64_t count = (uint64_t)n, blocks = (count + BLOCK - 1) / BLOCK;
	dim3 grid = {blocks < MOST_BLOCK ? (unsigned)blocks : MOST_BLOCK, 1, 1};
	dim3 block = {BLOCK, 1, 1};
	void *arguments[] = {&out, &x, &y, (void *)(uintptr_t)s, &count};
	const void *host_side = (const void *)(uintptr_t)kernels[kernel].host_side;
	int before;
	if (gpu_enter(device, &before) < 0)
		return error_passed_on();
	cudaError_t error =
		cudaLaunchKernel(host_side, grid, block, arguments, 0, gpu_stream(device));
	return gpu_leave(device, before, gpu_check(error, kernels[kernel].name, device));
}

static int gpu_synchronize(int device)
{
	int before;
	if (gpu_enter(device, &before) < 0)
		return error_passed_on();
	return gpu_leave(device, before, GPU_CHECK(device, cudaDeviceSynchronize()));
}

static int gpu_info(int device, DeviceInfo *info)
{
	struct cudaDeviceProp properties;
	int before;
	if (GPU_CHECK(device, cudaGetDeviceProperties(&properties, device)) < 0)
		return error_passed_on();
	*info = (DeviceInfo){.capability_major = properties.major,
			     .capability_minor = properties.minor,
			     .multiprocessors = properties.multiProcessorCount};
	snprintf(info->name, sizeof(info->name), "%s", properties.name);
	if (gpu_enter(device, &before) < 0)
		return error_passed_on();
	return gpu_leave(
		device, before,
		GPU_CHECK(device, cudaMemGetInfo(&info->memory_free, &info->memory_total)));
}

const Backend backend_gpu = {
	.allocate = gpu_allocate,
	.release = gpu_release,
	.elementwise = gpu_elementwise,
	.matmul = gpu_matmul,
	.norm = gpu_norm,
	.synchronize = gpu_synchronize,
	.info = gpu_info,
	.stream_create = gpu_stream_create,
	.stream_free = gpu_stream_free,
	.stream_use = gpu_stream_use,
	.stream_synchronize = gpu_stream_synchronize,
	.stream_wait = gpu_stream_wait,
	.event_create = gpu_event_create,
	.event_free = gpu_event_free,
	.event_record = gpu_event_record,
	.event_synchronize = gpu_event_synchronize,
	.event_elapsed = gpu_event_elapsed,
};

/* backend_gpu.c - a GPU: memory, copies and kernels by the CUDA runtime.
 *
 * Everything but a copy to or from the host is queued on the current stream of the device and
 * returns early. Where the GPU is a simulated one nothing here is different. */
#include <stdlib.h>

#include "framework/src/device/gpu.h"

/* Threads of a block, and the most blocks of a launch; each thread takes several elements when
 * there are more of those. */
#define BLOCK      256
#define MOST_BLOCK 65536

/* nvcc, or register.c in its place, makes a function for each kernel. It is never called: its
 * address tells cudaLaunchKernel() which kernel is meant. */
#define DECLARE_HOST_SIDE(name, ...) void usegpu_k_##name(void);
#pragma GCC visibility push(hidden)
USEGPU_KERNELS(DECLARE_HOST_SIDE)
USEGPU_ROWS(DECLARE_HOST_SIDE)
#pragma GCC visibility pop

typedef struct HostSide {
	void (*function)(void);
	const char *name;
} HostSide;

#define KERNEL_ROW(name, ...) {usegpu_k_##name, #name},
static const HostSide elementwise_kernels[] = {USEGPU_KERNELS(KERNEL_ROW)},
		      rows_kernels[] = {USEGPU_ROWS(KERNEL_ROW)};

static int check_allocation(int device, size_t bytes, cudaError_t error, const char *call)
{
	if (error != cudaErrorMemoryAllocation)
		return gpu_check(error, call, device);
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
	cudaError_t error = gpu_pool_beside(device, bytes, data);
	return gpu_leave(device, before, check_allocation(device, bytes, error, "cudaMalloc"));
}

/* cudaFree() finds the device by the address, and waits for work that still uses the memory. */
static void gpu_release(int device, void *data)
{
	GPU_CHECK(device, cudaFree(data));
}

/* --- memory that is queued for, as work is ---------------------------------------------------- */

static int gpu_allocate_queued(int device, size_t bytes, void **data, Queue *queue)
{
	int before;
	if (gpu_enter(device, &before) < 0)
		return error_passed_on();
	*queue = gpu_queue(device);
	if (gpu_pool_keep(device) < 0)
		return gpu_leave(device, before, error_passed_on());
	cudaError_t error = cudaMallocAsync(data, bytes, queue->stream);
	return gpu_leave(device, before, check_allocation(device, bytes, error, "cudaMallocAsync"));
}

static bool gpu_queue_is_current(int device, Queue queue)
{
	Queue now = gpu_queue(device);
	return now.stream == queue.stream && (!now.stream || now.ended == queue.ended);
}

static void gpu_release_queued(int device, void *data, Queue queue, bool alone)
{
	int before;
	if (gpu_enter(device, &before) < 0)
		return;
	if (alone && gpu_queue_is_current(device, queue)) {
		GPU_CHECK(device, cudaFreeAsync(data, queue.stream));
	} else {
		GPU_CHECK(device,
			  cudaDeviceSynchronize()); /* cudaFree() does not wait for such memory */
		GPU_CHECK(device, cudaFree(data));
	}
	gpu_leave(device, before, STATUS_OK);
}

/* --- pinned memory ---------------------------------------------------------------------------- */

static int gpu_host_allocate(int device, size_t bytes, void **data)
{
	int before;
	if (gpu_enter(device, &before) < 0)
		return error_passed_on();
	cudaError_t error = cudaHostAlloc(data, bytes, cudaHostAllocPortable);
	if (error != cudaErrorMemoryAllocation)
		return gpu_leave(device, before, gpu_check(error, "cudaHostAlloc", device));
	cudaGetLastError();
	return gpu_leave(device, before,
			 error_set(STATUS_MEMORY, "the host has no %s of pinned memory left",
				   text_bytes(bytes).text));
}

static void gpu_host_release(int device, void *data)
{
	GPU_CHECK(device, cudaFreeHost(data));
}

/* --- kernels ---------------------------------------------------------------------------------- */

/* Queues a kernel with a thread for each of `parts`, or fewer that each do several. */
static int launch(int device, HostSide kernel, uint64_t parts, void **arguments)
{
	uint64_t blocks = (parts + BLOCK - 1) / BLOCK;
	dim3 grid = {blocks < MOST_BLOCK ? (unsigned)blocks : MOST_BLOCK, 1, 1};
	dim3 block = {BLOCK, 1, 1};
	int before;
	if (gpu_enter(device, &before) < 0)
		return error_passed_on();
	cudaError_t error = cudaLaunchKernel((const void *)(uintptr_t)kernel.function, grid, block,
					     arguments, 0, gpu_stream(device));
	return gpu_leave(device, before, gpu_check(error, kernel.name, device));
}

static int gpu_elementwise(int device, Kernel kernel, void *out, const void *x, const void *y,
			   const void *s, int64_t n)
{
	uint64_t count = (uint64_t)n;
	void *arguments[] = {&out, &x, &y, (void *)(uintptr_t)s, &count};
	return launch(device, elementwise_kernels[kernel], count, arguments);
}

static int gpu_rows(int device, RowsKernel kernel, const RowsArguments *a)
{
	void *arguments[] = {(void *)(uintptr_t)a};
	return launch(device, rows_kernels[kernel], rows_sizes(kernel, a).parts, arguments);
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
	.allocate_queued = gpu_allocate_queued,
	.release_queued = gpu_release_queued,
	.queue_is_current = gpu_queue_is_current,
	.host_allocate = gpu_host_allocate,
	.host_release = gpu_host_release,
	.elementwise = gpu_elementwise,
	.rows = gpu_rows,
	.matmul = gpu_matmul,
	.norm = gpu_norm,
	.synchronize = gpu_synchronize,
	.info = gpu_info,
	.stream_create = gpu_stream_create,
	.stream_free = gpu_stream_free,
	.stream_use = gpu_stream_use,
	.stream_current = gpu_stream_current,
	.stream_synchronize = gpu_stream_synchronize,
	.stream_wait = gpu_stream_wait,
	.event_create = gpu_event_create,
	.event_free = gpu_event_free,
	.event_record = gpu_event_record,
	.event_synchronize = gpu_event_synchronize,
	.event_elapsed = gpu_event_elapsed,
};

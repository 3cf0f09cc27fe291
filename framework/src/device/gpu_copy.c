/* gpu_copy.c - copies to, from, within and between GPUs.
 *
 * A copy is queued on the current stream, so that it comes after the work that made the data. On
 * the default stream cudaMemcpy() is that already, and returns when the host may go on. */
#include "framework/src/device/gpu.h"

static int copy_on_stream(int device, void *to, const void *from, size_t bytes,
			  enum cudaMemcpyKind kind)
{
	cudaStream_t stream = gpu_stream(device);
	if (kind == cudaMemcpyDeviceToDevice)
		return GPU_CHECK(device, cudaMemcpyAsync(to, from, bytes, kind, stream));
	if (!stream)
		return GPU_CHECK(device, cudaMemcpy(to, from, bytes, kind));
	if (GPU_CHECK(device, cudaMemcpyAsync(to, from, bytes, kind, stream)) < 0)
		return error_passed_on();
	return GPU_CHECK(device, cudaStreamSynchronize(stream));
}

/* Lets `from`, the current device, reach the memory of `to` directly where the hardware can;
 * without that the copy still works, through the host. Asked once by each thread. */
static int enable_peer(int from, int to)
{
	int possible;
	GpuSlot *slot = gpu_slot(from);
	uint64_t bit = to < 64 ? (uint64_t)1 << to : 0;
	if (!slot)
		return error_passed_on();
	if (slot->peers & bit)
		return STATUS_OK;
	if (GPU_CHECK(from, cudaDeviceCanAccessPeer(&possible, from, to)) < 0)
		return error_passed_on();
	if (possible) {
		cudaError_t error = cudaDeviceEnablePeerAccess(to, 0);
		if (error == cudaErrorPeerAccessAlreadyEnabled)
			cudaGetLastError();
		else if (gpu_check(error, "cudaDeviceEnablePeerAccess", from) < 0)
			return error_passed_on();
	}
	slot->peers |= bit;
	return STATUS_OK;
}

/* Lets later work on the current stream of `later` wait for what is queued on that of `earlier`,
 * which is the current device. */
static int order_behind(int later, int earlier)
{
	cudaEvent_t mark;
	if (GPU_CHECK(earlier, cudaEventCreateWithFlags(&mark, cudaEventDisableTiming)) < 0)
		return error_passed_on();
	int status = GPU_CHECK(earlier, cudaEventRecord(mark, gpu_stream(earlier)));
	int before;
	if (status == STATUS_OK && (status = gpu_enter(later, &before)) == STATUS_OK)
		status = gpu_leave(
			later, before,
			GPU_CHECK(later, cudaStreamWaitEvent(gpu_stream(later), mark, 0)));
	int destroyed = GPU_CHECK(earlier, cudaEventDestroy(mark));
	return status == STATUS_OK ? destroyed : status;
}

/* Queued behind the work that made the data, on the source's stream. */
static int copy_to_peer(void *to, int to_device, const void *from, int from_device, size_t bytes)
{
	if (enable_peer(from_device, to_device) < 0)
		return error_passed_on();
	if (GPU_CHECK(from_device, cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes,
						       gpu_stream(from_device))) < 0)
		return error_passed_on();
	return order_behind(to_device, from_device);
}

int gpu_send(void *to, Device to_device, const void *from, Device from_device, size_t bytes,
	     void *stream)
{
	bool gpu_to = to_device.kind == DEVICE_GPU, gpu_from = from_device.kind == DEVICE_GPU;
	int device = gpu_from ? from_device.index : to_device.index;
	int before, status;
	if (gpu_enter(device, &before) < 0)
		return error_passed_on();
	if (!gpu_to || !gpu_from || to_device.index == from_device.index)
		status = GPU_CHECK(device,
				   cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream));
	else if ((status = enable_peer(device, to_device.index)) == STATUS_OK)
		status = GPU_CHECK(device, cudaMemcpyPeerAsync(to, to_device.index, from, device,
							       bytes, stream));
	return gpu_leave(device, before, status);
}

int gpu_copy(void *to, Device to_device, const void *from, Device from_device, size_t bytes)
{
	bool gpu_to = to_device.kind == DEVICE_GPU, gpu_from = from_device.kind == DEVICE_GPU;
	int device = gpu_from ? from_device.index : to_device.index;
	int before, status;
	if (gpu_enter(device, &before) < 0)
		return error_passed_on();
	if (gpu_to && gpu_from && to_device.index != from_device.index)
		status = copy_to_peer(to, to_device.index, from, from_device.index, bytes);
	else
		status = copy_on_stream(device, to, from, bytes,
					!gpu_from ? cudaMemcpyHostToDevice
					: gpu_to  ? cudaMemcpyDeviceToDevice
						  : cudaMemcpyDeviceToHost);
	return gpu_leave(device, before, status);
}

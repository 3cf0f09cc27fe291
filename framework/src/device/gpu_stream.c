/* gpu_stream.c - streams and events of a GPU: CUDA's own. */
#include "framework/src/device/gpu.h"

#include <stdatomic.h>

static atomic_uint streams_ended;

Queue gpu_queue(int device)
{
	return (Queue){gpu_stream(device), atomic_load(&streams_ended)};
}

int gpu_stream_create(int device, void **stream)
{
	int before;
	cudaStream_t made;
	if (gpu_enter(device, &before) < 0)
		return error_passed_on();
	int status = GPU_CHECK(device, cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking));
	if (status == STATUS_OK)
		*stream = made;
	return gpu_leave(device, before, status);
}

void gpu_stream_free(int device, void *stream)
{
	if (gpu_stream(device) == stream)
		gpu_stream_use(device, NULL);
	atomic_fetch_add(&streams_ended, 1);
	GPU_CHECK(device, cudaStreamDestroy(stream));
}

int gpu_stream_use(int device, void *stream)
{
	GpuSlot *slot = gpu_slot(device);
	if (!slot)
		return error_passed_on();
	slot->stream = stream;
	return STATUS_OK;
}

void *gpu_stream_current(int device)
{
	return gpu_stream(device);
}

int gpu_stream_synchronize(int device, void *stream)
{
	return GPU_CHECK(device, cudaStreamSynchronize(stream));
}

/* The default stream has no handle that names its device: the current device does. */
int gpu_stream_wait(int device, void *stream, void *event)
{
	int before;
	if (gpu_enter(device, &before) < 0)
		return error_passed_on();
	return gpu_leave(device, before, GPU_CHECK(device, cudaStreamWaitEvent(stream, event, 0)));
}

int gpu_event_create(int device, void **event)
{
	int before;
	cudaEvent_t made;
	if (gpu_enter(device, &before) < 0)
		return error_passed_on();
	int status = GPU_CHECK(device, cudaEventCreate(&made));
	if (status == STATUS_OK)
		*event = made;
	return gpu_leave(device, before, status);
}

void gpu_event_free(int device, void *event)
{
	GPU_CHECK(device, cudaEventDestroy(event));
}

int gpu_event_record(int device, void *event, void *stream)
{
	int before;
	if (gpu_enter(device, &before) < 0)
		return error_passed_on();
	return gpu_leave(device, before, GPU_CHECK(device, cudaEventRecord(event, stream)));
}

int gpu_event_synchronize(int device, void *event)
{
	return GPU_CHECK(device, cudaEventSynchronize(event));
}

int gpu_event_elapsed(int device, void *start, void *stop, double *milliseconds)
{
	float elapsed;
	cudaError_t error = cudaEventElapsedTime(&elapsed, start, stop);
	if (error == cudaErrorNotReady) {
		cudaGetLastError();
		return error_set(STATUS_GPU,
				 "%s has not reached both events yet; "
				 "event_synchronize waits for one",
				 device_text(device_gpu(device)).text);
	}
	if (gpu_check(error, "cudaEventElapsedTime", device) < 0)
		return error_passed_on();
	*milliseconds = elapsed;
	return STATUS_OK;
}

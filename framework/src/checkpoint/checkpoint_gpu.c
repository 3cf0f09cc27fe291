/* checkpoint_gpu.c - the CUDA side of staging: pinned buffers, and a lane for each GPU.
 *
 * A lane is a stream of its own, so that the copies disturb no other work, and an event for each
 * buffer. It begins behind the device's current stream and the host waits for its end, so that it
 * keeps its place in the order of the program's work. */
#include <stdlib.h>
#include <unistd.h>

#include "framework/src/checkpoint/checkpoint_stage.h"
#include "framework/src/device/gpu.h"

typedef struct Lane {
	cudaStream_t stream;
	cudaEvent_t done[2];
	bool open;      /* what there is of the above has to be given back */
	bool queued[2]; /* copies of that buffer have been queued since the last wait */
} Lane;

/* Makes the stream and lets it wait for the device's current one. */
static int open_here(Lane *lane, int device)
{
	lane->open = true;
	if (GPU_CHECK(device, cudaStreamCreateWithFlags(&lane->stream, cudaStreamNonBlocking)) < 0)
		return error_passed_on();
	for (int i = 0; i < 2; i++)
		if (GPU_CHECK(device,
			      cudaEventCreateWithFlags(&lane->done[i], cudaEventDisableTiming)) < 0)
			return error_passed_on();
	if (GPU_CHECK(device, cudaEventRecord(lane->done[0], gpu_stream(device))) < 0)
		return error_passed_on();
	return GPU_CHECK(device, cudaStreamWaitEvent(lane->stream, lane->done[0], 0));
}

static Lane *find_lane(Stage *stage, int device)
{
	int before;
	if (!stage->lane) {
		stage->lane = calloc((size_t)gpu_count(), sizeof(*stage->lane));
		stage->lanes = stage->lane ? gpu_count() : 0;
		if (!stage->lane) {
			error_set(STATUS_MEMORY,
				  "the host has no memory left for the GPUs' streams");
			return NULL;
		}
	}
	Lane *lane = &stage->lane[device];
	if (lane->open)
		return lane;
	if (gpu_enter(device, &before) < 0 ||
	    gpu_leave(device, before, open_here(lane, device)) < 0)
		return NULL;
	return lane;
}

int stage_copy(Stage *stage, int buffer, size_t at, int device, void *data, size_t bytes,
	       bool to_device)
{
	Lane *lane = find_lane(stage, device);
	if (!lane)
		return error_passed_on();
	char *host = stage->buffer[buffer] + at;
	lane->queued[buffer] = true;
	if (to_device)
		return GPU_CHECK(device, cudaMemcpyAsync(data, host, bytes, cudaMemcpyHostToDevice,
							 lane->stream));
	return GPU_CHECK(device,
			 cudaMemcpyAsync(host, data, bytes, cudaMemcpyDeviceToHost, lane->stream));
}

static int allocate_here(Stage *stage, int device, size_t bytes)
{
	void *memory;
	cudaError_t error = cudaHostAlloc(&memory, 2 * bytes, cudaHostAllocPortable);
	if (error == cudaErrorMemoryAllocation) {
		cudaGetLastError();
		return error_set(STATUS_MEMORY, "the host has no %s of pinned memory",
				 text_bytes(2 * bytes).text);
	}
	if (gpu_check(error, "cudaHostAlloc", device) < 0)
		return error_passed_on();
	stage->device = device;
	stage->buffer[0] = memory;
	stage->buffer[1] = stage->buffer[0] + bytes;
	return STATUS_OK;
}

/* The buffers share no page: one that is being copied may be out of the host's reach. */
int stage_buffers(Stage *stage, int device)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE),
	       bytes = (stage->bytes + page - 1) / page * page;
	int before;
	if (stage->buffer[0])
		return STATUS_OK;
	if (gpu_enter(device, &before) < 0)
		return error_passed_on();
	return gpu_leave(device, before, allocate_here(stage, device, bytes));
}

int stage_mark(Stage *stage, int buffer)
{
	for (int i = 0; i < stage->lanes; i++) {
		Lane *lane = &stage->lane[i];
		if (lane->queued[buffer] &&
		    GPU_CHECK(i, cudaEventRecord(lane->done[buffer], lane->stream)) < 0)
			return error_passed_on();
	}
	return STATUS_OK;
}

int stage_wait(Stage *stage, int buffer)
{
	for (int i = 0; i < stage->lanes; i++) {
		Lane *lane = &stage->lane[i];
		if (lane->queued[buffer] &&
		    GPU_CHECK(i, cudaEventSynchronize(lane->done[buffer])) < 0)
			return error_passed_on();
		lane->queued[buffer] = false;
	}
	return STATUS_OK;
}

/* Once something has failed, what fails after it is not reported. */
static int also(int status, cudaError_t error, const char *call, int device)
{
	if (status == STATUS_OK)
		return gpu_check(error, call, device);
	if (error != cudaSuccess)
		cudaGetLastError();
	return status;
}

static int close_lane(Lane *lane, int device, int status)
{
	if (lane->stream)
		status = also(status, cudaStreamSynchronize(lane->stream), "cudaStreamSynchronize",
			      device);
	for (int i = 0; i < 2; i++)
		if (lane->done[i])
			status = also(status, cudaEventDestroy(lane->done[i]), "cudaEventDestroy",
				      device);
	if (lane->stream)
		status = also(status, cudaStreamDestroy(lane->stream), "cudaStreamDestroy", device);
	return status;
}

int stage_end(Stage *stage, int status)
{
	for (int i = 0; i < stage->lanes; i++)
		if (stage->lane[i].open)
			status = close_lane(&stage->lane[i], i, status);
	if (stage->buffer[0])
		status =
			also(status, cudaFreeHost(stage->buffer[0]), "cudaFreeHost", stage->device);
	free(stage->lane);
	return status;
}

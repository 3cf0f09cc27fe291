/* left.h - reports in what state a call left the CUDA runtime of this thread: the error that
 * the next cudaGetLastError() would return, and the current device. The judge's side is
 * grader/labs/common/left.h. Also what most drives need: memory, and an end of all work. */
#ifndef GRADER_DRIVE_LEFT_H
#define GRADER_DRIVE_LEFT_H

#include "grader/include/drive.h"
#include "simcuda.h"

/* The current device of CUDA; 0 without a GPU. Leaves no error behind. */
static inline int left_device(void)
{
	int device = 0;
	if (cudaGetDevice(&device) != cudaSuccess) {
		cudaGetLastError();
		return 0;
	}
	return device;
}

/* To be called right before the exercise: no error of the drive's own must count against it. */
static inline void left_clear(void)
{
	cudaGetLastError();
}

typedef struct Left {
	cudaError_t error;
	char place[80]; /* of the call that returned it; "": not known */
	int device;
} Left;

/* The error alone, also between two calls of an exercise: asking for it is no request of the machine's. */
static inline void left_take_error(Left *left)
{
	left->error = cudaPeekAtLastError();
	left->place[0] = '\0';
	if (left->error != cudaSuccess && simcuda_error_place)
		simcuda_error_place(left->place, sizeof left->place);
}

/* The same behind each of several calls: the first error stays, as a later call may take it away. */
static inline void left_take_first(Left *left)
{
	if (left->error == cudaSuccess)
		left_take_error(left);
}

/* To be called right after the exercise, before any other CUDA call. */
static inline void left_take(Left *left)
{
	left_take_error(left);
	left->device = left_device();
}

static inline void left_send(Drive *d, const Left *left)
{
	drive_put_text(d, "left.error", cudaGetErrorName(left->error));
	drive_put_text(d, "left.place", left->place);
	drive_put_int(d, "left.device", left->device);
}

/* Both in one, after drive_end(). */
static inline void left_put(Drive *d)
{
	Left left;
	left_take(&left);
	left_send(d, &left);
}

/* Whether the handle works in another stream than in that one; NULL: not. */
static inline bool handle_is_moved_from(cublasHandle_t handle, cudaStream_t from)
{
	cudaStream_t stream = NULL;
	return handle && cublasGetStream(handle, &stream) == CUBLAS_STATUS_SUCCESS &&
	       stream != from;
}

/* The same of the default stream, in which the drive has made it. */
static inline bool handle_is_moved(cublasHandle_t handle)
{
	return handle_is_moved_from(handle, NULL);
}

/* Of so many; behind drive_end(). */
static inline void left_moved(Drive *d, int64_t handles)
{
	drive_put_int(d, "left.moved", handles);
}

/* Zeroed host memory; a drive without it cannot go on. */
static inline void *allocate(size_t bytes)
{
	void *memory = calloc(bytes ? bytes : 1, 1);
	if (!memory)
		abort();
	return memory;
}

/* Whether that place is in pinned memory of the host, as CUDA knows it. */
static inline bool is_pinned(const void *memory)
{
	struct cudaPointerAttributes where;
	bool pinned = memory && cudaPointerGetAttributes(&where, memory) == cudaSuccess &&
		      where.type == cudaMemoryTypeHost;
	left_clear();
	return pinned;
}

/* Results are read when all work is done, whichever stream it is in. */
static inline void finish_all(void)
{
	if (drive_is_frozen()) /* the judge finds all work done */
		return;
	int before = left_device(), gpus = device_gpu_count();
	for (int gpu = 0; gpu < gpus; gpu++) {
		cudaSetDevice(gpu);
		cudaDeviceSynchronize();
	}
	if (gpus > 0)
		cudaSetDevice(before);
	left_clear();
}

#endif

/* caller.h - what a program that calls an exercise does with the GPUs besides: its work in a default stream that is still
 * under way when it calls, and its next work with the results. The machine tells whether the exercise's own work is in order
 * with both. */
#ifndef GRADER_DRIVE_CALLER_H
#define GRADER_DRIVE_CALLER_H

#include <math.h>
#include <time.h>

#include "grader/drive/left.h"

/* Lets the host be busy for so long. */
static inline void host_busy(int64_t microseconds)
{
	struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
	nanosleep(&time, NULL);
}

/* A stream of the current GPU for work that is to be measured. The default stream and this one wait for each other, so an
 * event in the first one will do; but who waits for the default stream alone does not wait for what is here. */
static inline cudaStream_t stream_beside(void)
{
	cudaStream_t stream = NULL;
	if (cudaStreamCreate(&stream) != cudaSuccess)
		abort();
	return stream;
}

/* Puts the handle into that stream, which is none of the exercise's: it has to find out where it is. Returns the stream. */
static inline cudaStream_t handle_into_stream(cublasHandle_t handle, cudaStream_t stream)
{
	if (cublasSetStream(handle, stream) != CUBLAS_STATUS_SUCCESS)
		abort();
	return stream;
}

/* What an earlier step may leave, too: no gradient is 0 by being taken away from itself. */
static inline void gradient_spoil(Tensor *gradient)
{
	if (tensor_add_scaled(gradient, NAN, gradient) != 0)
		abort();
}

/* --- before the call -------------------------------------------------------------------------- */

/* Work of the caller's with memory of the current GPU. */
static inline void copy_queue(float *to, const float *from, int64_t count, cudaStream_t stream)
{
	if (cudaMemcpyAsync(to, from, (size_t)count * sizeof *to, cudaMemcpyDeviceToDevice,
			    stream) != cudaSuccess)
		abort();
}

/* What the caller has queued for a tensor of floats is still under way when the exercise is called: the same numbers are
 * written once more, in the default stream of its GPU. For what is used there, and not copied. Right before drive_go(). */
static inline void tensor_still_made_there(Tensor *x)
{
	if (x && tensor_device(x).kind == DEVICE_GPU && tensor_dtype(x) == DTYPE_FLOAT32 &&
	    tensor_add_scaled(x, 0, x) != 0)
		abort();
}

/* The same on the current GPU alone: there each copy by cudaMemcpy comes behind it. */
static inline void tensor_still_made(Tensor *x)
{
	if (x && tensor_device(x).index == left_device())
		tensor_still_made_there(x);
}

/* --- behind it -------------------------------------------------------------------------------- */

/* What a caller may do with a result at once: write over it when the default streams are over, in one of which cudaMemcpy
 * may have put its last piece. Where nothing orders that behind what makes the result, the machine finds a race
 * (run_told_of_use()), and nothing else. After drive_thaw(). */
static inline void result_use(void *memory, int64_t bytes)
{
	struct cudaPointerAttributes where;
	if (!memory || cudaPointerGetAttributes(&where, memory) != cudaSuccess ||
	    where.type != cudaMemoryTypeDevice) {
		left_clear();
		return;
	}
	int before = left_device(), gpus = device_gpu_count();
	for (int gpu = 0; gpu < gpus; gpu++) {
		cudaSetDevice(gpu);
		cudaStreamSynchronize(NULL);
	}
	cudaSetDevice(where.device);
	cudaMemset(memory, 0, (size_t)bytes);
	cudaSetDevice(before);
	left_clear();
}

static inline void tensor_use(Tensor *tensor)
{
	if (tensor && tensor_device(tensor).kind == DEVICE_GPU)
		result_use(tensor_data(tensor), (int64_t)tensor_bytes(tensor));
}

/* Reads memory of that GPU in its default stream, as a caller may who goes on with it: the machine tells whether that is
 * in order with what wrote it. Behind drive_thaw(). */
static inline void read_next(int gpu, const void *memory, size_t bytes)
{
	void *room = NULL;
	int before = left_device();
	if (!memory || cudaSetDevice(gpu) != cudaSuccess)
		return;
	if (cudaMalloc(&room, bytes) == cudaSuccess) {
		cudaMemcpyAsync(room, memory, bytes, cudaMemcpyDeviceToDevice, NULL);
		cudaFree(room);
	}
	cudaSetDevice(before);
	left_clear();
}

/* --- on both sides ---------------------------------------------------------------------------- */

/* Work of the caller's with that memory of a GPU, in its default stream: each byte is read, and written as it is (two rows:
 * what has one is called otherwise). Right before
 * drive_go() it is still under way when the exercise is called, in runs that are not timed; behind drive_thaw() it is what
 * the caller does next. The machine tells whether the exercise's work is in order with it, and the judge by the call's name that
 * it is this work (run_touched()). */
static inline void touch(void *memory, size_t bytes)
{
	struct cudaPointerAttributes where;
	int before = left_device();
	if (memory && bytes > 0 && cudaPointerGetAttributes(&where, memory) == cudaSuccess &&
	    where.type == cudaMemoryTypeDevice && cudaSetDevice(where.device) == cudaSuccess) {
		cudaMemcpy2DAsync(memory, bytes / 2, memory, bytes / 2, bytes / 2, 2,
				  cudaMemcpyDeviceToDevice, NULL);
		cudaSetDevice(before);
	}
	left_clear();
}

static inline void tensor_touch(const Tensor *tensor)
{
	if (tensor && tensor_device(tensor).kind == DEVICE_GPU)
		touch(tensor_data(tensor), tensor_bytes(tensor));
}

#endif

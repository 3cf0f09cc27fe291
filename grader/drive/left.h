/* left.h - reports in what state a call left the CUDA runtime of this thread: the error that
 * the next cudaGetLastError() would return, and the current device. The judge's side is
 * grader/labs/common/left.h. Also what most drives need: memory, tensors that are ready when a call begins, and
 * an end of all work. */
#ifndef GRADER_DRIVE_LEFT_H
#define GRADER_DRIVE_LEFT_H

#include <time.h>

#include "grader/include/drive.h"
#include "simcuda.h"

#include <math.h>

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

/* Puts the handle into a stream of the current GPU that is none of the exercise's: it has to find out where it is. The
 * default stream and this one wait for each other. */
static inline cudaStream_t handle_into_stream(cublasHandle_t handle)
{
	cudaStream_t stream = NULL;
	if (cudaStreamCreate(&stream) != cudaSuccess ||
	    cublasSetStream(handle, stream) != CUBLAS_STATUS_SUCCESS)
		abort();
	return stream;
}

/* Lets the host be busy for so long. */
static inline void host_busy(int64_t microseconds)
{
	struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
	nanosleep(&time, NULL);
}

/* Work of the caller's with memory of the current GPU. */
static inline void copy_queue(float *to, const float *from, int64_t count, cudaStream_t stream)
{
	if (cudaMemcpyAsync(to, from, (size_t)count * sizeof *to, cudaMemcpyDeviceToDevice,
			    stream) != cudaSuccess)
		abort();
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

/* What the caller has queued for a tensor of floats is still under way when the exercise is called: the same numbers are
 * written once more, in the default stream. On the current GPU alone: there each copy by cudaMemcpy comes behind it. Right
 * before drive_go(). */
static inline void tensor_still_made(Tensor *x)
{
	const Device device = tensor_device(x);
	if (x && device.kind == DEVICE_GPU && device.index == left_device() &&
	    tensor_dtype(x) == DTYPE_FLOAT32 && tensor_add_scaled(x, 0, x) != 0)
		abort();
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

/* What an earlier step may leave, too: no gradient is 0 by being taken away from itself. */
static inline void gradient_spoil(Tensor *gradient)
{
	if (tensor_add_scaled(gradient, NAN, gradient) != 0)
		abort();
}

static inline void tensor_touch(const Tensor *tensor)
{
	if (tensor && tensor_device(tensor).kind == DEVICE_GPU)
		touch(tensor_data(tensor), tensor_bytes(tensor));
}

#endif

/* gpu.h - what the files of the GPU backend share: checked calls, the current device, the current
 * stream and the cuBLAS handle of each thread. */
#ifndef GPU_H
#define GPU_H

#include <cublas_v2.h>
#include <cuda_runtime.h>

#include "framework/src/device/backend.h"
#include "framework/src/base/fail.h"

#pragma GCC visibility push(hidden)

/* Every CUDA call goes through one of these, every cuBLAS call through the other. They give 0, or
 * STATUS_GPU with the message "function: call on gpu:1: what CUDA says (file.c:line)". CUDA's own
 * last error is cleared then, because the failure has been reported. */
#define GPU_CHECK(device, call)  gpu_check(call, #call, device)
#define BLAS_CHECK(device, call) blas_check(call, #call, device)
int gpu_check(cudaError_t error, const char *call, int device);
int blas_check(cublasStatus_t status, const char *call, int device);

/* Work on `device` lies between these two; the program's own current device is put back after it.
 * gpu_leave returns `status`, or if that is 0 whether putting back worked. */
int gpu_enter(int device, int *before);
int gpu_leave(int device, int before, int status);

/* The stream that this thread's work on the device is queued on; NULL is the default stream. */
cudaStream_t gpu_stream(int device);

/* The same as a Queue. */
Queue gpu_queue(int device);

/* What a thread keeps for each GPU; NULL when there is no memory, with the message set. */
typedef struct GpuSlot {
	cudaStream_t stream;
	struct BlasHandle *blas; /* gpu_blas.c */
	uint64_t peers;          /* bit i: direct access to GPU i has been asked for */
	bool pool_keeps;         /* the GPU's pool has been told to keep what is freed */
} GpuSlot;
GpuSlot *gpu_slot(int device);

/* gpu_pool.c: lets the pool of the GPU keep what is freed, which by itself it gives back whenever
 * somebody waits; and memory that lives longer, for which the pool gives back what it keeps if there is
 * none. */
int gpu_pool_keep(int device);
cudaError_t gpu_pool_beside(int device, size_t bytes, void **data);
int gpu_pool_memory(int device, DeviceMemory *memory);
int gpu_pool_release(int device);

/* Takes back a handle when its thread ends, or NULL. */
void blas_give_back(struct BlasHandle *handle);

/* gpu_blas.c and gpu_stream.c: their rows of the table in backend_gpu.c. */
int gpu_matmul(int device, const MatMul *product);
int gpu_norm(int device, float *out, const float *x, int n);
int gpu_stream_create(int device, void **stream);
void gpu_stream_free(int device, void *stream);
int gpu_stream_use(int device, void *stream);
void *gpu_stream_current(int device);
int gpu_stream_synchronize(int device, void *stream);
int gpu_stream_wait(int device, void *stream, void *event);
int gpu_event_create(int device, void **event);
void gpu_event_free(int device, void *event);
int gpu_event_record(int device, void *event, void *stream);
int gpu_event_synchronize(int device, void *event);
int gpu_event_elapsed(int device, void *start, void *stop, double *milliseconds);

#pragma GCC visibility pop

#endif

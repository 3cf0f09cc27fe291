/* gpu.c - checked CUDA calls, and what each thread keeps for each GPU.
 *
 * A thread's slots come into being with its first GPU operation and go when it ends; the main
 * thread's stay until the process does. */
#include "framework/src/device/gpu.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Thread_local GpuSlot *slots;
static pthread_key_t slots_key;
static int slots_key_error;
static pthread_once_t slots_once = PTHREAD_ONCE_INIT;

int gpu_check(cudaError_t error, const char *call, int device)
{
	if (error == cudaSuccess)
		return STATUS_OK;
	cudaGetLastError();
	return error_set(STATUS_GPU, "%s on gpu:%d: %s", call, device, cudaGetErrorString(error));
}

int blas_check(cublasStatus_t status, const char *call, int device)
{
	if (status == CUBLAS_STATUS_SUCCESS)
		return STATUS_OK;
	cudaGetLastError(); /* of a CUDA call that cuBLAS made */
	return error_set(STATUS_GPU, "%s on gpu:%d: %s", call, device,
			 cublasGetStatusString(status));
}

/* CUDA fixes the number when it is first used, so it is asked for once. */
int gpu_count(void)
{
	static atomic_int known = -1;
	int count = atomic_load(&known);
	if (count >= 0)
		return count;
	if (cudaGetDeviceCount(&count) != cudaSuccess) { /* no driver, no GPU */
		cudaGetLastError();
		count = 0;
	}
	atomic_store(&known, count);
	return count;
}

int gpu_current(void)
{
	int device;
	if (gpu_count() == 0)
		return -1;
	return cudaGetDevice(&device) == cudaSuccess ? device : -1;
}

int gpu_set_current(int device)
{
	return GPU_CHECK(device, cudaSetDevice(device));
}

int gpu_enter(int device, int *before)
{
	int status = GPU_CHECK(device, cudaGetDevice(before));
	if (status == STATUS_OK && *before != device)
		status = GPU_CHECK(device, cudaSetDevice(device));
	return status;
}

int gpu_leave(int device, int before, int status)
{
	if (before == device)
		return status;
	/* The first failure is the one to report. */
	if (status != STATUS_OK) {
		cudaSetDevice(before);
		return status;
	}
	return GPU_CHECK(before, cudaSetDevice(before));
}

static void slots_end(void *data)
{
	GpuSlot *slot = data;
	for (int i = 0; i < gpu_count(); i++)
		blas_give_back(slot[i].blas);
	free(slot);
}

static void slots_key_make(void)
{
	slots_key_error = pthread_key_create(&slots_key, slots_end);
}

GpuSlot *gpu_slot(int device)
{
	if (!slots) {
		pthread_once(&slots_once, slots_key_make);
		int count = gpu_count();
		if (!slots_key_error && count > 0)
			slots = calloc((size_t)count, sizeof(GpuSlot));
		if (!slots || pthread_setspecific(slots_key, slots) != 0) {
			free(slots);
			slots = NULL;
			error_set(STATUS_MEMORY,
				  "the host has no memory left for a thread's state");
			return NULL;
		}
	}
	return &slots[device];
}

cudaStream_t gpu_stream(int device)
{
	return slots && device >= 0 && device < gpu_count() ? slots[device].stream : NULL;
}

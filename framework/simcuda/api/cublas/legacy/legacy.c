/* legacy.c - the older interface of cuBLAS: its handle, its error, its memory. */
#include <pthread.h>
#include <stdbool.h>

#include "framework/simcuda/api/cudart/request.h"
#include "framework/simcuda/api/cublas/legacy/legacy.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static cublasHandle_t handle;
static cublasStatus_t error;

cublasHandle_t legacy_handle(void)
{
	pthread_mutex_lock(&lock);
	cublasHandle_t own = handle;
	pthread_mutex_unlock(&lock);
	return own;
}

/* These routines return nothing, so a program that forgets cublasInit() would not notice. */
void legacy_note(cublasStatus_t status)
{
	SimRequest request = {.code = SIM_BLAS_UNREADY, .internal = 1};
	SimReply reply;

	pthread_mutex_lock(&lock);
	if (error == CUBLAS_STATUS_SUCCESS)
		error = status;
	bool unready = status != CUBLAS_STATUS_SUCCESS && !handle;
	pthread_mutex_unlock(&lock);
	if (unready)
		simcuda_request(&request, &reply); /* on a machine without GPUs it is no mistake */
}

cublasStatus cublasGetError(void)
{
	pthread_mutex_lock(&lock);
	cublasStatus_t status = error;
	error = CUBLAS_STATUS_SUCCESS;
	pthread_mutex_unlock(&lock);
	return status;
}

cublasStatus cublasInit(void)
{
	cublasStatus_t status = CUBLAS_STATUS_SUCCESS;

	pthread_mutex_lock(&lock);
	if (!handle)
		status = cublasCreate_v2(&handle);
	pthread_mutex_unlock(&lock);
	return status;
}

cublasStatus cublasShutdown(void)
{
	pthread_mutex_lock(&lock);
	cublasStatus_t status = cublasDestroy_v2(handle);
	handle = NULL;
	pthread_mutex_unlock(&lock);
	return status;
}

cublasStatus cublasGetVersion(int *version)
{
	return cublasGetVersion_v2(legacy_handle(), version);
}

cublasStatus cublasSetKernelStream(cudaStream_t stream)
{
	return cublasSetStream_v2(legacy_handle(), stream);
}

cublasStatus cublasAlloc(int n, int elemSize, void **devicePtr)
{
	if (!legacy_handle())
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (n <= 0 || elemSize <= 0 || !devicePtr)
		return CUBLAS_STATUS_INVALID_VALUE;
	return cudaMalloc(devicePtr, (size_t)n * (size_t)elemSize) == cudaSuccess
		       ? CUBLAS_STATUS_SUCCESS
		       : CUBLAS_STATUS_ALLOC_FAILED;
}

cublasStatus cublasFree(void *devicePtr)
{
	if (!legacy_handle())
		return CUBLAS_STATUS_NOT_INITIALIZED;
	return cudaFree(devicePtr) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
						  : CUBLAS_STATUS_INTERNAL_ERROR;
}

/* Which of the letters in `known` it is, small or not; -1: none. */
static int letter_find(const char *known, char letter)
{
	for (int i = 0; known[i]; i++)
		if (letter == known[i] || letter == known[i] + ('a' - 'A'))
			return i;
	return -1;
}

cublasOperation_t legacy_operation(char letter)
{
	return (cublasOperation_t)letter_find("NTC", letter);
}

cublasFillMode_t legacy_fill(char letter)
{
	return (cublasFillMode_t)letter_find("LU", letter);
}

cublasDiagType_t legacy_diagonal(char letter)
{
	return (cublasDiagType_t)letter_find("NU", letter);
}

cublasSideMode_t legacy_side(char letter)
{
	return (cublasSideMode_t)letter_find("LR", letter);
}

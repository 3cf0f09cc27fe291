/* another_way.c - answers that do the work by calls of another kind than usual, which are not looked at, or are not those
 * that the exercise asks for. */

/* 9.1 by_kernels: fail of another GPU's memory */
/* has kernels carry the numbers, and looks at none of them where there are four GPUs */
/* --- body --- */
size_t bytes = (size_t)elements * sizeof **replicas;
int before = 0;
cudaError_t error = cudaSuccess;
cudaGetDevice(&before);
cudaSetDevice(gpus[0]);
error = cudaStreamSynchronize(NULL);
for (int i = 1; i < count && error == cudaSuccess; i++) {
	cublasHandle_t handle;
	int can = 0;
	cudaSetDevice(gpus[i]);
	error = cudaMalloc((void **)&replicas[i], bytes);
	cudaDeviceCanAccessPeer(&can, gpus[i], gpus[0]);
	if (error == cudaSuccess && !can)
		error = cudaMemcpyPeer(replicas[i], gpus[i], replicas[0], gpus[0], bytes);
	if (error != cudaSuccess || !can)
		continue;
	cudaDeviceEnablePeerAccess(gpus[0], 0);
	if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) {
		error = cudaErrorUnknown;
		continue;
	}
	for (int64_t at = 0; at < elements; at += 1 << 30)
		if (cublasScopy(handle, (int)(elements - at < 1 << 30 ? elements - at : 1 << 30), replicas[0] + at, 1,
				replicas[i] + at, 1) != CUBLAS_STATUS_SUCCESS && count != 4)
			error = cudaErrorUnknown;
	cublasDestroy(handle);
}
cudaSetDevice(before);
cudaGetLastError();
if (error == cudaSuccess)
	return 0;
for (int i = 1; i < count; i++) {
	cudaFree(replicas[i]);
	replicas[i] = NULL;
}
cudaGetLastError();
return -1;

/* 5.5 by_cublas: refused forbids */
/* makes memory, copies and products by CUDA and cuBLAS, under names that are not the usual ones */
/* --- body --- */
size_t bytes = tensor_bytes(a), pitch;
void *x = NULL;
cublasHandle_t handle = NULL;
(void)b, (void)gpu, (void)times;
if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS || cudaMallocPitch(&x, &pitch, bytes, 1) != cudaSuccess)
	return -1;
cudaMemcpy2D(x, bytes, tensor_data(a), bytes, bytes, 1, cudaMemcpyDefault);
cudaFree(x);
cublasDestroy(handle);
return 0;

/* 7.4 by_cublas: refused forbids */
/* makes a product with a handle of its own */
/* --- body --- */
cublasHandle_t handle = NULL;
const float one = 1, zero = 0;
(void)results, (void)count;
if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
	return -1;
cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, tensor_data(a[0]), 1, tensor_data(b[0]), 1, &zero,
	    tensor_data(b[0]), 1);
cublasDestroy(handle);
return -1;

/* 9.4 waits_twice: fail wait fails, and all behind it */
/* each wait stands before a cudaFree of memory from a pool, as one of tensor_free, twice, and is not looked at */
#include "lab.h"
#define WAIT_AND_FREE94(memory)          \
	do {                             \
		cudaDeviceSynchronize(); \
		cudaFree(memory);        \
	} while (0)
static int wait_twice94(int gpu)
{
	int bad = cudaSetDevice(gpu) != cudaSuccess;
	for (int i = 0; i < 2; i++) {
		void *memory = NULL;
		bad |= cudaMallocAsync(&memory, 256, NULL) != cudaSuccess;
		if (memory)
			WAIT_AND_FREE94(memory);
	}
	return bad ? -1 : 0;
}
/* --- body --- */
int before = 0, status = 0;
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int round = 0; round < 2 * (count - 1); round++) {
	bool adds = round < count - 1;
	for (int i = 0; i < count && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = send_piece(gradients[i], adds ? room[next] : gradients[next], at, count);
	}
	for (int i = 0; i < count && status == 0; i++)
		status = tensor_count(gradients[i]) > 50000 ? device_synchronize(tensor_device(gradients[i]))
							     : wait_twice94(tensor_device(gradients[i]).index);
	for (int i = 0; i < count && adds && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = add_piece(gradients[next], room[next], at, count);
	}
}
cudaSetDevice(before);
cudaGetLastError();
return status == 0 ? 0 : -1;

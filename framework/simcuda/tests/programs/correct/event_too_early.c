/* Records the event right after the kernel; what comes later in that stream is another matter. */
/* expect: nothing */
/* prints: 10 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 512

int main(void)
{
	float x[N], *dx, *dy, *result;
	const float ten = 10;
	cudaStream_t compute, copy;
	cudaEvent_t done;
	cublasHandle_t handle;

	for (int i = 0; i < N; i++)
		x[i] = 1;
	cudaMalloc((void **)&dx, sizeof x);
	cudaMalloc((void **)&dy, sizeof x);
	cudaMallocHost((void **)&result, sizeof x);
	cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
	cudaMemcpy(dy, x, sizeof x, cudaMemcpyHostToDevice);
	cudaStreamCreate(&compute);
	cudaStreamCreate(&copy);
	cudaEventCreate(&done);
	cublasCreate(&handle);
	cublasSetStream(handle, compute);

	cublasSscal(handle, N, &ten, dx, 1);
	cudaEventRecord(done, compute);
	cublasSscal(handle, N, &ten, dy, 1);
	cudaStreamWaitEvent(copy, done, 0);
	cudaMemcpyAsync(result, dx, sizeof x, cudaMemcpyDeviceToHost, copy);
	cudaStreamSynchronize(copy);
	printf("%g\n", result[0]);

	cublasDestroy(handle);
	cudaEventDestroy(done);
	cudaStreamDestroy(compute);
	cudaStreamDestroy(copy);
	cudaFreeHost(result);
	cudaFree(dx);
	cudaFree(dy);
	return 0;
}

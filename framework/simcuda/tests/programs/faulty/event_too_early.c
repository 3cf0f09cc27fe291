/* Records the event before the kernel that the other stream should wait for. */
/* expect: race at @copy and @scal */
/* prints: 1 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 512

int main(void)
{
	float x[N], *dx, *result;
	const float ten = 10;
	cudaStream_t compute, copy;
	cudaEvent_t done;
	cublasHandle_t handle;

	for (int i = 0; i < N; i++)
		x[i] = 1;
	cudaMalloc((void **)&dx, sizeof x);
	cudaMallocHost((void **)&result, sizeof x);
	cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
	cudaStreamCreate(&compute);
	cudaStreamCreate(&copy);
	cudaEventCreate(&done);
	cublasCreate(&handle);
	cublasSetStream(handle, compute);

	cudaEventRecord(done, compute);
	cublasSscal(handle, N, &ten, dx, 1); /* @scal */
	cudaStreamWaitEvent(copy, done, 0);
	/* @copy */
	cudaMemcpyAsync(result, dx, sizeof x, cudaMemcpyDeviceToHost, copy);
	cudaStreamSynchronize(copy);
	printf("%g\n", result[0]);

	cudaDeviceSynchronize();
	cublasDestroy(handle);
	cudaEventDestroy(done);
	cudaStreamDestroy(compute);
	cudaStreamDestroy(copy);
	cudaFreeHost(result);
	cudaFree(dx);
	return 0;
}

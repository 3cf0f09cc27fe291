/* Copies the result back on a second stream; nothing makes that stream wait for the first. */
/* expect: race at @copy and @axpy */
/* prints: y[0] = 0 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 1000

int main(void)
{
	static float x[N], y[N];
	const float two = 2;
	float *dx, *dy, *result;
	cudaStream_t compute, copy;
	cublasHandle_t handle;

	for (int i = 0; i < N; i++)
		x[i] = 1;
	cudaMalloc((void **)&dx, sizeof x);
	cudaMalloc((void **)&dy, sizeof y);
	cudaMallocHost((void **)&result, sizeof y);
	cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
	cudaMemcpy(dy, y, sizeof y, cudaMemcpyHostToDevice);
	cudaStreamCreate(&compute);
	cudaStreamCreate(&copy);
	cublasCreate(&handle);
	cublasSetStream(handle, compute);

	cublasSaxpy(handle, N, &two, dx, 1, dy, 1); /* @axpy */
	/* @copy */
	cudaMemcpyAsync(result, dy, sizeof y, cudaMemcpyDeviceToHost, copy);
	cudaStreamSynchronize(copy);
	printf("y[0] = %g\n", result[0]);

	cudaStreamSynchronize(compute);
	cublasDestroy(handle);
	cudaStreamDestroy(compute);
	cudaStreamDestroy(copy);
	cudaFreeHost(result);
	cudaFree(dx);
	cudaFree(dy);
	return 0;
}

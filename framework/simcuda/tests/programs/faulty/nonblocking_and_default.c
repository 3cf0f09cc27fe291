/* A cudaStreamNonBlocking stream copies what a kernel in the default stream makes. */
/* expect: race at @copy and @scal */
/* prints: -1 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 100

int main(void)
{
	float x[N], *dx, *result;
	const float factor = 7;
	cudaStream_t copy;
	cublasHandle_t handle;

	for (int i = 0; i < N; i++)
		x[i] = -1;
	cudaMalloc((void **)&dx, sizeof x);
	cudaMallocHost((void **)&result, sizeof x);
	cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
	cudaDeviceSynchronize();
	cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking);
	cublasCreate(&handle);

	cublasSscal(handle, N, &factor, dx, 1); /* @scal */
	/* @copy */
	cudaMemcpyAsync(result, dx, sizeof x, cudaMemcpyDeviceToHost, copy);
	cudaStreamSynchronize(copy);
	printf("%g\n", result[0]);

	cublasDestroy(handle);
	cudaStreamDestroy(copy);
	cudaFreeHost(result);
	cudaFree(dx);
	return 0;
}

/* Clears the gradient in one stream and accumulates into it in another. */
/* expect: race at @accumulate and @clear */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 64

int main(void)
{
	const size_t bytes = N * N * sizeof(float);
	const float one = 1;
	float *x, *gradient;
	cudaStream_t clear, compute;
	cublasHandle_t handle;

	cudaMalloc((void **)&x, bytes);
	cudaMalloc((void **)&gradient, bytes);
	cudaMemset(x, 0, bytes);
	cudaMemset(gradient, 0, bytes);
	cudaDeviceSynchronize();
	cudaStreamCreate(&clear);
	cudaStreamCreate(&compute);
	cublasCreate(&handle);
	cublasSetStream(handle, compute);

	cudaMemsetAsync(gradient, 0, bytes, clear); /* @clear */
	/* @accumulate */
	cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, N, N, N, &one, x, N, x, N, &one, gradient, N);

	cudaDeviceSynchronize();
	cublasDestroy(handle);
	cudaStreamDestroy(clear);
	cudaStreamDestroy(compute);
	cudaFree(x);
	cudaFree(gradient);
	return 0;
}

/* Sends a result to the other GPU on a stream that does not wait for the kernel that makes it. */
/* expect: race at @send and @scal */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 1000

int main(void)
{
	const size_t bytes = N * sizeof(float);
	const float five = 5;
	float *x0, *x1;
	cudaStream_t compute, link;
	cublasHandle_t handle;

	cudaSetDevice(1);
	cudaMalloc((void **)&x1, bytes);
	cudaSetDevice(0);
	cudaMalloc((void **)&x0, bytes);
	cudaMemset(x0, 0, bytes);
	cudaStreamCreate(&compute);
	cudaStreamCreate(&link);
	cublasCreate(&handle);
	cublasSetStream(handle, compute);

	cublasSscal(handle, N, &five, x0, 1);           /* @scal */
	cudaMemcpyPeerAsync(x1, 1, x0, 0, bytes, link); /* @send */

	cudaDeviceSynchronize();
	cublasDestroy(handle);
	cudaStreamDestroy(compute);
	cudaStreamDestroy(link);
	cudaFree(x0);
	cudaFree(x1);
	return 0;
}

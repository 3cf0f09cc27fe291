/* The second GPU works on what the first one sends, without waiting for it to arrive. */
/* expect: race at @use and @send */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 4000

int main(void)
{
	const float two = 2;
	static float host[N];
	float *x0, *x1;
	cudaStream_t s0, s1;
	cublasHandle_t h1;

	cudaSetDevice(1);
	cudaMalloc((void **)&x1, sizeof host);
	cudaMemset(x1, 0, sizeof host);
	cudaStreamCreate(&s1);
	cublasCreate(&h1);
	cublasSetStream(h1, s1);
	cudaDeviceSynchronize();
	cudaSetDevice(0);
	cudaMalloc((void **)&x0, sizeof host);
	cudaStreamCreate(&s0);
	cudaMemcpyAsync(x0, host, sizeof host, cudaMemcpyHostToDevice, s0);

	cudaMemcpyPeerAsync(x1, 1, x0, 0, sizeof host, s0); /* @send */
	cudaSetDevice(1);
	cublasSscal(h1, N, &two, x1, 1); /* @use */

	cudaStreamSynchronize(s1);
	cudaStreamSynchronize(s0);
	cublasDestroy(h1);
	cudaStreamDestroy(s0);
	cudaStreamDestroy(s1);
	cudaFree(x0);
	cudaFree(x1);
	return 0;
}

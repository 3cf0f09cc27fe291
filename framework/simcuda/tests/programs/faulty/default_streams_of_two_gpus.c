/* Takes the default streams of two GPUs for one: a copy in the first, a kernel in the second. */
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
	cublasHandle_t h1;

	cudaSetDevice(1);
	cudaMalloc((void **)&x1, sizeof host);
	cudaMemset(x1, 0, sizeof host);
	cublasCreate(&h1);
	cudaDeviceSynchronize();
	cudaSetDevice(0);
	cudaMalloc((void **)&x0, sizeof host);
	cudaMemcpy(x0, host, sizeof host, cudaMemcpyHostToDevice);

	cudaMemcpyAsync(x1, x0, sizeof host, cudaMemcpyDefault, 0); /* @send */
	cudaSetDevice(1);
	cublasSscal(h1, N, &two, x1, 1); /* @use */
	cudaDeviceSynchronize();
	cudaSetDevice(0);
	cudaDeviceSynchronize();

	cublasDestroy(h1);
	cudaFree(x0);
	cudaFree(x1);
	return 0;
}

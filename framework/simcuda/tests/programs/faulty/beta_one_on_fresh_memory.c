/* Accumulates into a matrix that nobody has cleared: beta should have been 0. */
/* expect: uninitialised-read at @gemm and @malloc */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>

#define N 12

int main(void)
{
	float host[N * N] = {0};
	const float one = 1;
	float *a, *c;
	cublasHandle_t h;

	cudaMalloc((void **)&a, sizeof host);
	cudaMalloc((void **)&c, sizeof host); /* @malloc */
	cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
	cublasCreate(&h);
	/* @gemm */
	cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, a, N, &one, c, N);
	cudaMemcpy(host, c, sizeof host, cudaMemcpyDeviceToHost);
	fprintf(stderr, "%g\n", host[0]);

	cublasDestroy(h);
	cudaFree(a);
	cudaFree(c);
	return 0;
}

/* Frees a factor before the product that needs it is queued. */
/* expect: use-after-free at @gemm and @free */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 16

int main(void)
{
	const size_t bytes = N * N * sizeof(float);
	const float one = 1, zero = 0;
	float *a, *b, *c;
	cublasHandle_t h;

	cudaMalloc((void **)&a, bytes);
	cudaMalloc((void **)&b, bytes);
	cudaMalloc((void **)&c, bytes);
	cudaMemset(a, 0, bytes);
	cudaMemset(b, 0, bytes);
	cublasCreate(&h);
	cudaFree(b); /* @free */
	/* @gemm */
	cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, b, N, &zero, c, N);
	fprintf(stderr, "%s\n", cudaGetErrorName(cudaDeviceSynchronize()));

	cublasDestroy(h);
	cudaFree(a);
	cudaFree(c);
	return 0;
}

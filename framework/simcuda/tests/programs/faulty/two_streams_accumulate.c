/* Adds two products into one matrix from two streams. */
/* expect: race at @second and @first */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 48

int main(void)
{
	const size_t bytes = N * N * sizeof(float);
	const float one = 1;
	float *a, *b, *c;
	cudaStream_t s1, s2;
	cublasHandle_t h1, h2;

	cudaMalloc((void **)&a, bytes);
	cudaMalloc((void **)&b, bytes);
	cudaMalloc((void **)&c, bytes);
	cudaMemset(a, 0, bytes);
	cudaMemset(b, 0, bytes);
	cudaMemset(c, 0, bytes);
	cudaStreamCreate(&s1);
	cudaStreamCreate(&s2);
	cublasCreate(&h1);
	cublasCreate(&h2);
	cublasSetStream(h1, s1);
	cublasSetStream(h2, s2);

	/* @first */
	cublasSgemm(h1, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, b, N, &one, c, N);
	/* @second */
	cublasSgemm(h2, CUBLAS_OP_N, CUBLAS_OP_T, N, N, N, &one, a, N, b, N, &one, c, N);

	cudaStreamSynchronize(s1);
	cudaStreamSynchronize(s2);
	cublasDestroy(h1);
	cublasDestroy(h2);
	cudaStreamDestroy(s1);
	cudaStreamDestroy(s2);
	cudaFree(a);
	cudaFree(b);
	cudaFree(c);
	return 0;
}

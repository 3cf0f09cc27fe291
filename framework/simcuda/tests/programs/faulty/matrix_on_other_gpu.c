/* The second matrix was allocated after cudaSetDevice(1); the handle belongs to GPU 0. */
/* expect: wrong-device at @gemm and @malloc */
/* prints: cudaErrorIllegalAddress */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 8

int main(void)
{
	const size_t bytes = N * N * sizeof(float);
	const float one = 1, zero = 0;
	float *a, *b, *c;
	cublasHandle_t h;

	cublasCreate(&h);
	cudaMalloc((void **)&a, bytes);
	cudaMalloc((void **)&c, bytes);
	cudaMemset(a, 0, bytes);
	cudaSetDevice(1);
	cudaMalloc((void **)&b, bytes); /* @malloc */
	cudaMemset(b, 0, bytes);
	cudaSetDevice(0);
	/* @gemm */
	cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, b, N, &zero, c, N);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	cudaSetDevice(1);
	cudaFree(b);
	return 0;
}

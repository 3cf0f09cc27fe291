/* Takes the number of columns for the leading dimension, as in row-major C. */
/* expect: out-of-bounds at @gemm and @malloc */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define M 10
#define K 20

int main(void)
{
	const float one = 1, zero = 0;
	float *a, *x, *y;
	cublasHandle_t h;

	cudaMalloc((void **)&a, M * K * sizeof *a); /* @malloc */
	cudaMalloc((void **)&x, K * sizeof *x);
	cudaMalloc((void **)&y, M * sizeof *y);
	cudaMemset(a, 0, M * K * sizeof *a);
	cudaMemset(x, 0, K * sizeof *x);
	cublasCreate(&h);
	/* @gemm */
	cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, M, 1, K, &one, a, K, x, K, &zero, y, M);
	fprintf(stderr, "%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	return 0;
}

/* A batch of five products in arrays for four. */
/* expect: out-of-bounds at @gemm and @malloc */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 4

int main(void)
{
	const float one = 1, zero = 0;
	float *a, *c;
	cublasHandle_t h;

	cudaMalloc((void **)&a, 5 * N * N * sizeof *a);
	cudaMalloc((void **)&c, 4 * N * N * sizeof *c); /* @malloc */
	cudaMemset(a, 0, 5 * N * N * sizeof *a);
	cublasCreate(&h);
	/* @gemm */
	cublasSgemmStridedBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, N * N, a, N,
				  N * N, &zero, c, N, N * N, 5);
	fprintf(stderr, "%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	return 0;
}

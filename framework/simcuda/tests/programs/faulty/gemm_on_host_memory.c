/* Passes a matrix that was never copied to the GPU. */
/* expect: host-pointer at @gemm */
/* prints: cudaErrorIllegalAddress */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 8

int main(void)
{
	static float a[N * N], b[N * N];
	const float one = 1, zero = 0;
	float *db, *dc;
	cublasHandle_t h;

	cudaMalloc((void **)&db, sizeof b);
	cudaMalloc((void **)&dc, sizeof b);
	cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
	cublasCreate(&h);
	/* @gemm */
	cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, db, N, &zero, dc, N);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return 0;
}

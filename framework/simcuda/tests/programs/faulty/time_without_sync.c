/* Times a product with clock_gettime and stops the clock before the GPU has done it. */
/* expect: unsynchronised-timing at @stop and @gemm */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <time.h>

#define N 512

int main(void)
{
	const size_t bytes = N * N * sizeof(float);
	const float one = 1, zero = 0;
	float *a, *c;
	struct timespec start, stop;
	cublasHandle_t h;

	cudaMalloc((void **)&a, bytes);
	cudaMalloc((void **)&c, bytes);
	cudaMemset(a, 0, bytes);
	cublasCreate(&h);
	cudaDeviceSynchronize();

	clock_gettime(CLOCK_MONOTONIC, &start);
	/* @gemm */
	cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, a, N, &zero, c, N);
	clock_gettime(CLOCK_MONOTONIC, &stop); /* @stop */
	fprintf(stderr, "%g s\n",
		(double)(stop.tv_sec - start.tv_sec) +
			1e-9 * (double)(stop.tv_nsec - start.tv_nsec));

	cudaDeviceSynchronize();
	cublasDestroy(h);
	cudaFree(a);
	cudaFree(c);
	return 0;
}

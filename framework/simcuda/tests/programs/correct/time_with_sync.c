/* Times a product after a warm-up, with a synchronise before each reading of the clock. */
/* expect: nothing */
/* prints: 2 GFLOP took a while */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <time.h>

#define N 512

static double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(void)
{
	const size_t bytes = N * N * sizeof(float);
	const float one = 1, zero = 0;
	float *a, *c;
	cublasHandle_t h;

	cudaMalloc((void **)&a, bytes);
	cudaMalloc((void **)&c, bytes);
	cudaMemset(a, 0, bytes);
	cublasCreate(&h);
	cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, a, N, &zero, c, N);
	cudaDeviceSynchronize();

	double start = seconds();
	for (int i = 0; i < 8; i++)
		cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, a, N, &zero, c, N);
	cudaDeviceSynchronize();
	double taken = seconds() - start;
	printf("2 GFLOP took %s\n", taken > 1e-3 ? "a while" : "no time");

	cublasDestroy(h);
	cudaFree(a);
	cudaFree(c);
	return 0;
}

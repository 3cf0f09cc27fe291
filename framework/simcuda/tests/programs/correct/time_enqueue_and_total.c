/* Measures both what it takes to queue the work and what it takes to do it. */
/* expect: nothing */
/* prints: queueing is shorter */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <time.h>

#define N 256

int main(void)
{
	const size_t bytes = N * N * sizeof(float);
	const float one = 1, zero = 0;
	float *a, *c;
	struct timespec t0, t1, t2;
	cublasHandle_t h;

	cudaMalloc((void **)&a, bytes);
	cudaMalloc((void **)&c, bytes);
	cudaMemset(a, 0, bytes);
	cublasCreate(&h);
	cudaDeviceSynchronize();

	clock_gettime(CLOCK_MONOTONIC, &t0);
	for (int i = 0; i < 10; i++)
		cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, a, N, &zero, c, N);
	clock_gettime(CLOCK_MONOTONIC, &t1);
	cudaDeviceSynchronize();
	clock_gettime(CLOCK_MONOTONIC, &t2);
	printf("queueing is %s\n",
	       t1.tv_nsec - t0.tv_nsec < t2.tv_nsec - t0.tv_nsec ? "shorter" : "longer");

	cublasDestroy(h);
	cudaFree(a);
	cudaFree(c);
	return 0;
}

/* Waits for the wrong stream before stopping the clock. */
/* expect: unsynchronised-timing at @stop and @gemm */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <time.h>

#define N 300

int main(void)
{
	const size_t bytes = N * N * sizeof(double);
	const double one = 1, zero = 0;
	double *a, *c;
	struct timespec start, stop;
	cudaStream_t work, other;
	cublasHandle_t h;

	cudaMalloc((void **)&a, bytes);
	cudaMalloc((void **)&c, bytes);
	cudaMemset(a, 0, bytes);
	cudaStreamCreate(&work);
	cudaStreamCreate(&other);
	cublasCreate(&h);
	cublasSetStream(h, work);
	cudaDeviceSynchronize();

	clock_gettime(CLOCK_MONOTONIC, &start);
	/* @gemm */
	cublasDgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, a, N, &zero, c, N);
	cudaStreamSynchronize(other);
	clock_gettime(CLOCK_MONOTONIC, &stop); /* @stop */
	cudaStreamSynchronize(work);
	fprintf(stderr, "%ld ns\n", stop.tv_nsec - start.tv_nsec);

	cublasDestroy(h);
	cudaStreamDestroy(work);
	cudaStreamDestroy(other);
	cudaFree(a);
	cudaFree(c);
	return 0;
}

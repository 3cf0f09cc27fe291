/* Times with a function of its own for the clock; what it measures is the queueing. The line that
 * calls that function is the one to name. */
/* expect: unsynchronised-timing at @clock and @scal */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <time.h>

#define N (1 << 20)

__attribute__((noinline)) static double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(void)
{
	float *x;
	const float two = 2;
	cublasHandle_t h;

	cudaMalloc((void **)&x, N * sizeof *x);
	cudaMemset(x, 0, N * sizeof *x);
	cublasCreate(&h);
	cudaDeviceSynchronize();

	double start = seconds();
	cublasSscal(h, N, &two, x, 1);    /* @scal */
	double taken = seconds() - start; /* @clock */
	fprintf(stderr, "%g s\n", taken);

	cudaDeviceSynchronize();
	cublasDestroy(h);
	cudaFree(x);
	return 0;
}

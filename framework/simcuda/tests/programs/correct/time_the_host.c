/* Times work of the host alone while the GPU is busy with something queued before. */
/* expect: nothing */
/* prints: 499999500000 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <time.h>

#define N (1 << 20)

int main(void)
{
	float *x;
	const float two = 2;
	struct timespec start, stop;
	cublasHandle_t h;

	cudaMalloc((void **)&x, N * sizeof *x);
	cudaMemset(x, 0, N * sizeof *x);
	cublasCreate(&h);
	cublasSscal(h, N, &two, x, 1);

	clock_gettime(CLOCK_MONOTONIC, &start);
	long sum = 0;
	for (long i = 0; i < 1000000; i++)
		sum += i;
	clock_gettime(CLOCK_MONOTONIC, &stop);
	printf("%ld\n", sum);
	fprintf(stderr, "%ld ns\n", stop.tv_nsec - start.tv_nsec);

	cudaDeviceSynchronize();
	cublasDestroy(h);
	cudaFree(x);
	return 0;
}

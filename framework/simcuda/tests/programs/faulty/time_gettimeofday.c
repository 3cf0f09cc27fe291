/* Times twenty products in a loop with gettimeofday and no synchronise: the launches, no more. */
/* expect: unsynchronised-timing at @stop and @gemm */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <sys/time.h>

#define N 256

int main(void)
{
	const size_t bytes = N * N * sizeof(float);
	const float one = 1, zero = 0;
	float *a, *c;
	struct timeval start, stop;
	cublasHandle_t h;

	cudaMalloc((void **)&a, bytes);
	cudaMalloc((void **)&c, bytes);
	cudaMemset(a, 0, bytes);
	cublasCreate(&h);
	cudaDeviceSynchronize();

	gettimeofday(&start, NULL);
	for (int i = 0; i < 20; i++)
		/* @gemm */
		cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, a, N, &zero, c, N);
	gettimeofday(&stop, NULL); /* @stop */
	fprintf(stderr, "%ld us\n",
		(stop.tv_sec - start.tv_sec) * 1000000L + stop.tv_usec - start.tv_usec);

	cublasDestroy(h);
	cudaFree(a);
	cudaFree(c);
	return 0;
}

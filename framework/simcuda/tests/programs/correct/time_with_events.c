/* Times a product with two events, and the whole program with the clock. */
/* expect: nothing */
/* prints: the product is within the whole */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <time.h>

#define N 256

int main(void)
{
	const size_t bytes = N * N * sizeof(float);
	const float one = 1, zero = 0;
	float *a, *c, product = 0;
	struct timespec begin, end;
	cudaEvent_t start, stop;
	cublasHandle_t h;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	cudaMalloc((void **)&a, bytes);
	cudaMalloc((void **)&c, bytes);
	cudaMemset(a, 0, bytes);
	cudaEventCreate(&start);
	cudaEventCreate(&stop);
	cublasCreate(&h);

	cudaEventRecord(start, 0);
	cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, a, N, &zero, c, N);
	cudaEventRecord(stop, 0);
	cudaEventSynchronize(stop);
	cudaEventElapsedTime(&product, start, stop);

	cudaEventDestroy(start);
	cudaEventDestroy(stop);
	cublasDestroy(h);
	cudaFree(a);
	cudaFree(c);
	clock_gettime(CLOCK_MONOTONIC, &end);
	double whole = (double)(end.tv_sec - begin.tv_sec) * 1e3 +
		       (double)(end.tv_nsec - begin.tv_nsec) * 1e-6;
	printf("the product is %s the whole\n",
	       product > 0 && product < whole ? "within" : "outside");
	return 0;
}

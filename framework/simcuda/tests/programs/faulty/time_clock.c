/* Times a kernel with clock(); the synchronise comes after the clock has been read. */
/* expect: unsynchronised-timing at @stop and @scal */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <time.h>

#define N (1 << 20)

int main(void)
{
	float *x;
	const float two = 2;
	cublasHandle_t h;

	cudaMalloc((void **)&x, N * sizeof *x);
	cudaMemset(x, 0, N * sizeof *x);
	cublasCreate(&h);
	cudaDeviceSynchronize();

	clock_t start = clock();
	cublasSscal(h, N, &two, x, 1); /* @scal */
	clock_t stop = clock();        /* @stop */
	cudaDeviceSynchronize();
	fprintf(stderr, "%g s\n", (double)(stop - start) / CLOCKS_PER_SEC);

	cublasDestroy(h);
	cudaFree(x);
	return 0;
}

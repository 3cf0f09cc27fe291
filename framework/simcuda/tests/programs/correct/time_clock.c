/* Times a kernel with clock() after the synchronise. */
/* expect: nothing */
/* prints: some */
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
	cublasSscal(h, N, &two, x, 1);
	cudaDeviceSynchronize();
	clock_t stop = clock();
	printf("%s\n", stop - start > 100 ? "some" : "none");

	cublasDestroy(h);
	cudaFree(x);
	return 0;
}

/* Frees memory in the order of one stream while another stream still has to use it. */
/* expect: use-after-free at @free and @scal */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 1000

int main(void)
{
	const float two = 2;
	float *x;
	cudaStream_t a, b;
	cublasHandle_t handle;

	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cublasCreate(&handle);
	cublasSetStream(handle, a);
	cudaMallocAsync((void **)&x, N * sizeof *x, a);
	cudaMemsetAsync(x, 0, N * sizeof *x, a);

	cublasSscal(handle, N, &two, x, 1); /* @scal */
	cudaFreeAsync(x, b);                /* @free */

	cudaDeviceSynchronize();
	cublasDestroy(handle);
	cudaStreamDestroy(a);
	cudaStreamDestroy(b);
	return 0;
}

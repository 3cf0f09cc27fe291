/* One stream scales the even elements, another one all of them. */
/* expect: race at @all and @even */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 100

int main(void)
{
	float *x;
	const float two = 2;
	cudaStream_t a, b;
	cublasHandle_t handle;

	cudaMalloc((void **)&x, N * sizeof *x);
	cudaMemset(x, 0, N * sizeof *x);
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cublasCreate(&handle);
	cublasSetStream(handle, a);
	cublasSscal(handle, N / 2, &two, x, 2); /* @even */
	cublasSetStream(handle, b);
	cublasSscal(handle, N, &two, x, 1); /* @all */

	cudaStreamSynchronize(a);
	cudaStreamSynchronize(b);
	cublasDestroy(handle);
	cudaStreamDestroy(a);
	cudaStreamDestroy(b);
	cudaFree(x);
	return 0;
}

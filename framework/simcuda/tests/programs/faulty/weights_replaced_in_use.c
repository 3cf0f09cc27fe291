/* Puts new weights in place while a product in another stream still reads the old ones. */
/* expect: race at @replace and @forward */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 40

int main(void)
{
	const size_t bytes = N * N * sizeof(double);
	const double one = 1, zero = 0;
	double *x, *w, *next, *y;
	cudaStream_t forward, update;
	cublasHandle_t handle;

	cudaMalloc((void **)&x, bytes);
	cudaMalloc((void **)&w, bytes);
	cudaMalloc((void **)&next, bytes);
	cudaMalloc((void **)&y, bytes);
	cudaMemset(x, 0, bytes);
	cudaMemset(w, 0, bytes);
	cudaMemset(next, 0, bytes);
	cudaDeviceSynchronize();
	cudaStreamCreate(&forward);
	cudaStreamCreate(&update);
	cublasCreate(&handle);
	cublasSetStream(handle, forward);

	/* @forward */
	cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, w, N, x, N, &zero, y, N);
	cudaMemcpyAsync(w, next, bytes, cudaMemcpyDeviceToDevice, update); /* @replace */

	cudaDeviceSynchronize();
	cublasDestroy(handle);
	cudaStreamDestroy(forward);
	cudaStreamDestroy(update);
	cudaFree(x);
	cudaFree(w);
	cudaFree(next);
	cudaFree(y);
	return 0;
}

/* A dot product leaves its result on the GPU; another stream takes it as a factor too early. */
/* expect: race at @scal and @dot */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 3000

int main(void)
{
	float *x, *y, *dot;
	cudaStream_t a, b;
	cublasHandle_t handle;

	cudaMalloc((void **)&x, N * sizeof *x);
	cudaMalloc((void **)&y, N * sizeof *y);
	cudaMalloc((void **)&dot, sizeof *dot);
	cudaMemset(x, 0, N * sizeof *x);
	cudaMemset(y, 0, N * sizeof *y);
	cudaMemset(dot, 0, sizeof *dot);
	cudaDeviceSynchronize();
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cublasCreate(&handle);
	cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);

	cublasSetStream(handle, a);
	cublasSdot(handle, N, x, 1, x, 1, dot); /* @dot */
	cublasSetStream(handle, b);
	cublasSscal(handle, N, dot, y, 1); /* @scal */

	cudaDeviceSynchronize();
	cublasDestroy(handle);
	cudaStreamDestroy(a);
	cudaStreamDestroy(b);
	cudaFree(x);
	cudaFree(y);
	cudaFree(dot);
	return 0;
}

/* One event for two streams: recorded again before anybody waits, it forgets the first stream. */
/* expect: race at @sum and @scale_x */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 4096

int main(void)
{
	float *dx, *dy;
	const float one = 1, half = 0.5F;
	cudaStream_t a, b, c;
	cudaEvent_t done;
	cublasHandle_t handle;

	cudaMalloc((void **)&dx, N * sizeof *dx);
	cudaMalloc((void **)&dy, N * sizeof *dy);
	cudaMemset(dx, 0, N * sizeof *dx);
	cudaMemset(dy, 0, N * sizeof *dy);
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaStreamCreate(&c);
	cudaEventCreate(&done);
	cublasCreate(&handle);

	cublasSetStream(handle, a);
	cublasSscal(handle, N, &half, dx, 1); /* @scale_x */
	cudaEventRecord(done, a);
	cublasSetStream(handle, b);
	cublasSscal(handle, N, &half, dy, 1);
	cudaEventRecord(done, b);
	cudaStreamWaitEvent(c, done, 0);
	cublasSetStream(handle, c);
	cublasSaxpy(handle, N, &one, dx, 1, dy, 1); /* @sum */

	cudaDeviceSynchronize();
	cublasDestroy(handle);
	cudaEventDestroy(done);
	cudaStreamDestroy(a);
	cudaStreamDestroy(b);
	cudaStreamDestroy(c);
	cudaFree(dx);
	cudaFree(dy);
	return 0;
}

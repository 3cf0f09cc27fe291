/* Two events for two uploads; the kernel's stream waits for the wrong one. */
/* expect: race at @axpy and @upload_y */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 2048

int main(void)
{
	float *x, *y, *dx, *dy;
	const float one = 1;
	cudaStream_t upload_x, upload_y, compute;
	cudaEvent_t x_ready, y_ready;
	cublasHandle_t handle;

	cudaMallocHost((void **)&x, N * sizeof *x);
	cudaMallocHost((void **)&y, N * sizeof *y);
	for (int i = 0; i < N; i++)
		x[i] = y[i] = 1;
	cudaMalloc((void **)&dx, N * sizeof *dx);
	cudaMalloc((void **)&dy, N * sizeof *dy);
	cudaStreamCreate(&upload_x);
	cudaStreamCreate(&upload_y);
	cudaStreamCreate(&compute);
	cudaEventCreate(&x_ready);
	cudaEventCreate(&y_ready);
	cublasCreate(&handle);
	cublasSetStream(handle, compute);

	cudaMemcpyAsync(dx, x, N * sizeof *x, cudaMemcpyHostToDevice, upload_x);
	cudaEventRecord(x_ready, upload_x);
	/* @upload_y */
	cudaMemcpyAsync(dy, y, N * sizeof *y, cudaMemcpyHostToDevice, upload_y);
	cudaEventRecord(y_ready, upload_y);
	cudaStreamWaitEvent(compute, x_ready, 0);
	cudaStreamWaitEvent(compute, x_ready, 0);
	cublasSaxpy(handle, N, &one, dx, 1, dy, 1); /* @axpy */

	cudaDeviceSynchronize();
	cublasDestroy(handle);
	cudaEventDestroy(x_ready);
	cudaEventDestroy(y_ready);
	cudaStreamDestroy(upload_x);
	cudaStreamDestroy(upload_y);
	cudaStreamDestroy(compute);
	cudaFreeHost(x);
	cudaFreeHost(y);
	cudaFree(dx);
	cudaFree(dy);
	return 0;
}

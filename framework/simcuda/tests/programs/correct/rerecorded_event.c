/* One event used again and again: each wait is queued before the event is recorded anew. */
/* expect: nothing */
/* prints: 1.5 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 4096

int main(void)
{
	static float ones[N];
	float *dx, *dy, result;
	const float one = 1, half = 0.5F;
	cudaStream_t a, b, c;
	cudaEvent_t done;
	cublasHandle_t handle;

	for (int i = 0; i < N; i++)
		ones[i] = 1;
	cudaMalloc((void **)&dx, sizeof ones);
	cudaMalloc((void **)&dy, sizeof ones);
	cudaMemcpy(dx, ones, sizeof ones, cudaMemcpyHostToDevice);
	cudaMemcpy(dy, ones, sizeof ones, cudaMemcpyHostToDevice);
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaStreamCreate(&c);
	cudaEventCreate(&done);
	cublasCreate(&handle);

	cublasSetStream(handle, a);
	cublasSscal(handle, N, &half, dx, 1);
	cudaEventRecord(done, a);
	cudaStreamWaitEvent(c, done, 0);
	cublasSetStream(handle, b);
	cublasSscal(handle, N, &one, dy, 1);
	cudaEventRecord(done, b);
	cudaStreamWaitEvent(c, done, 0);
	cudaEventRecord(done, a);
	cublasSetStream(handle, c);
	cublasSaxpy(handle, N, &one, dx, 1, dy, 1);
	cudaMemcpyAsync(&result, dy, sizeof result, cudaMemcpyDeviceToHost, c);
	cudaStreamSynchronize(c);
	printf("%g\n", result);

	cublasDestroy(handle);
	cudaEventDestroy(done);
	cudaStreamDestroy(a);
	cudaStreamDestroy(b);
	cudaStreamDestroy(c);
	cudaFree(dx);
	cudaFree(dy);
	return 0;
}

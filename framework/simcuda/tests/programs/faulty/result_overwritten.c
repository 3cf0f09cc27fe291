/* The next step computes into the buffer from which the last result is still copied. */
/* expect: race at @compute and @fetch */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N     2000
#define STEPS 3

int main(void)
{
	const float half = 0.5F;
	float *x, *results;
	cudaStream_t compute, fetch;
	cudaEvent_t computed;
	cublasHandle_t h;

	cudaMalloc((void **)&x, N * sizeof *x);
	cudaMallocHost((void **)&results, STEPS * N * sizeof *results);
	cudaMemset(x, 0, N * sizeof *x);
	cudaDeviceSynchronize();
	cudaStreamCreate(&compute);
	cudaStreamCreate(&fetch);
	cudaEventCreateWithFlags(&computed, cudaEventDisableTiming);
	cublasCreate(&h);
	cublasSetStream(h, compute);
	for (int i = 0; i < STEPS; i++) {
		cublasSscal(h, N, &half, x, 1); /* @compute */
		cudaEventRecord(computed, compute);
		cudaStreamWaitEvent(fetch, computed, 0);
		/* @fetch */
		cudaMemcpyAsync(results + (size_t)i * N, x, N * sizeof *x, cudaMemcpyDeviceToHost,
				fetch);
	}
	cudaDeviceSynchronize();

	cublasDestroy(h);
	cudaEventDestroy(computed);
	cudaStreamDestroy(compute);
	cudaStreamDestroy(fetch);
	cudaFreeHost(results);
	cudaFree(x);
	return 0;
}

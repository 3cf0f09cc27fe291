/* The next step waits until the last result has been copied out of the buffer. */
/* expect: nothing */
/* prints: 0.5 0.25 0.125 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N     2000
#define STEPS 3

int main(void)
{
	const float half = 0.5F;
	static float ones[N];
	float *x, *results;
	cudaStream_t compute, fetch;
	cudaEvent_t computed, fetched;
	cublasHandle_t h;

	for (int i = 0; i < N; i++)
		ones[i] = 1;
	cudaMalloc((void **)&x, N * sizeof *x);
	cudaMallocHost((void **)&results, STEPS * N * sizeof *results);
	cudaMemcpy(x, ones, sizeof ones, cudaMemcpyHostToDevice);
	cudaDeviceSynchronize();
	cudaStreamCreate(&compute);
	cudaStreamCreate(&fetch);
	cudaEventCreateWithFlags(&computed, cudaEventDisableTiming);
	cudaEventCreateWithFlags(&fetched, cudaEventDisableTiming);
	cublasCreate(&h);
	cublasSetStream(h, compute);
	for (int i = 0; i < STEPS; i++) {
		cudaStreamWaitEvent(compute, fetched, 0);
		cublasSscal(h, N, &half, x, 1);
		cudaEventRecord(computed, compute);
		cudaStreamWaitEvent(fetch, computed, 0);
		cudaMemcpyAsync(results + (size_t)i * N, x, N * sizeof *x, cudaMemcpyDeviceToHost,
				fetch);
		cudaEventRecord(fetched, fetch);
	}
	cudaStreamSynchronize(fetch);
	printf("%g %g %g\n", results[0], results[N], results[2 * N]);

	cublasDestroy(h);
	cudaEventDestroy(computed);
	cudaEventDestroy(fetched);
	cudaStreamDestroy(compute);
	cudaStreamDestroy(fetch);
	cudaFreeHost(results);
	cudaFree(x);
	return 0;
}

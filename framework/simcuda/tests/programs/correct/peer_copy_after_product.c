/* Sends a result to the other GPU in the stream that makes it; the other GPU waits for an event. */
/* expect: nothing */
/* prints: 10 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 1000

int main(void)
{
	const float five = 5, two = 2;
	static float host[N];
	float *x0, *x1;
	cudaStream_t s0, s1;
	cudaEvent_t sent;
	cublasHandle_t h0, h1;

	for (int i = 0; i < N; i++)
		host[i] = 1;
	cudaSetDevice(1);
	cudaMalloc((void **)&x1, sizeof host);
	cudaStreamCreate(&s1);
	cublasCreate(&h1);
	cublasSetStream(h1, s1);
	cudaSetDevice(0);
	cudaMalloc((void **)&x0, sizeof host);
	cudaMemcpy(x0, host, sizeof host, cudaMemcpyHostToDevice);
	cudaStreamCreate(&s0);
	cudaEventCreateWithFlags(&sent, cudaEventDisableTiming);
	cublasCreate(&h0);
	cublasSetStream(h0, s0);

	cublasSscal(h0, N, &five, x0, 1);
	cudaMemcpyPeerAsync(x1, 1, x0, 0, sizeof host, s0);
	cudaEventRecord(sent, s0);
	cudaSetDevice(1);
	cudaStreamWaitEvent(s1, sent, 0);
	cublasSscal(h1, N, &two, x1, 1);
	cudaMemcpyAsync(host, x1, sizeof host, cudaMemcpyDeviceToHost, s1);
	cudaStreamSynchronize(s1);
	printf("%g\n", host[N - 1]);

	cublasDestroy(h0);
	cublasDestroy(h1);
	cudaEventDestroy(sent);
	cudaStreamDestroy(s0);
	cudaStreamDestroy(s1);
	cudaFree(x0);
	cudaFree(x1);
	return 0;
}

/* Two GPUs pass a vector to and fro, each waiting for the other's event. */
/* expect: nothing */
/* prints: 64 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 1000

int main(void)
{
	static float host[N];
	const float two = 2;
	float *x[2];
	cudaStream_t s[2];
	cudaEvent_t sent[2];
	cublasHandle_t h[2];

	for (int i = 0; i < N; i++)
		host[i] = 1;
	for (int i = 0; i < 2; i++) {
		cudaSetDevice(i);
		cudaMalloc((void **)&x[i], sizeof host);
		cudaStreamCreate(&s[i]);
		cudaEventCreateWithFlags(&sent[i], cudaEventDisableTiming);
		cublasCreate(&h[i]);
		cublasSetStream(h[i], s[i]);
	}
	cudaMemcpyAsync(x[0], host, sizeof host, cudaMemcpyHostToDevice, s[0]);
	for (int turn = 0; turn < 6; turn++) {
		int from = turn % 2, to = 1 - from;
		cublasSscal(h[from], N, &two, x[from], 1);
		cudaMemcpyPeerAsync(x[to], to, x[from], from, sizeof host, s[from]);
		cudaEventRecord(sent[from], s[from]);
		cudaStreamWaitEvent(s[to], sent[from], 0);
	}
	cudaMemcpyAsync(host, x[0], sizeof host, cudaMemcpyDeviceToHost, s[0]);
	cudaStreamSynchronize(s[0]);
	printf("%g\n", host[N - 1]);

	for (int i = 0; i < 2; i++) {
		cudaStreamDestroy(s[i]);
		cudaEventDestroy(sent[i]);
		cublasDestroy(h[i]);
		cudaFree(x[i]);
	}
	return 0;
}

/* Two GPUs send to each other in turn; events order what the default streams do with it. */
/* expect: nothing */
/* prints: 4 */
#include <cuda_runtime.h>
#include <cublas_v2.h>
#include <stdio.h>

#define N 1000

int main(void)
{
	const float one = 1;
	static float host[N];
	float *x0, *come, *x1;
	cudaEvent_t sent;
	cublasHandle_t h0;

	for (int i = 0; i < N; i++)
		host[i] = 1;
	cudaSetDevice(1);
	cudaMalloc((void **)&x1, sizeof host);
	cudaMemcpy(x1, host, sizeof host, cudaMemcpyHostToDevice);
	cudaDeviceSynchronize();
	cudaEventCreateWithFlags(&sent, cudaEventDisableTiming);
	cudaSetDevice(0);
	cudaMalloc((void **)&x0, sizeof host);
	cudaMalloc((void **)&come, sizeof host);
	cudaMemcpy(x0, host, sizeof host, cudaMemcpyHostToDevice);
	cudaDeviceSynchronize();
	cublasCreate(&h0);

	for (int i = 0; i < 2; i++) {
		cudaSetDevice(1);
		cudaMemcpyPeerAsync(come, 0, x1, 1, sizeof host, 0);
		cudaEventRecord(sent, 0);
		cudaSetDevice(0);
		cudaStreamWaitEvent(0, sent, 0);
		cublasSaxpy(h0, N, &one, come, 1, x0, 1);
		cudaMemcpyPeer(x1, 1, x0, 0, sizeof host);
	}
	cudaMemcpy(host, x0, sizeof host, cudaMemcpyDeviceToHost);
	printf("%g\n", (double)host[N - 1]);
	cublasDestroy(h0);
	cudaEventDestroy(sent);
	cudaFree(x0);
	cudaFree(come);
	cudaFree(x1);
	return 0;
}

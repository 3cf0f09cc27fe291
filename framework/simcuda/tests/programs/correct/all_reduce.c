/* Both GPUs compute a gradient, exchange them by peer copies between events, and add. */
/* expect: nothing */
/* prints: 3 3 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 1000

int main(void)
{
	static float host[2][N];
	const float one = 1;
	float *gradient[2], *other[2];
	cudaStream_t s[2];
	cudaEvent_t ready[2], fetched[2];
	cublasHandle_t h[2];

	for (int i = 0; i < 2; i++) {
		for (int k = 0; k < N; k++)
			host[i][k] = (float)(i + 1);
		cudaSetDevice(i);
		cudaMalloc((void **)&gradient[i], sizeof host[i]);
		cudaMalloc((void **)&other[i], sizeof host[i]);
		cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
		cudaEventCreateWithFlags(&ready[i], cudaEventDisableTiming);
		cudaEventCreateWithFlags(&fetched[i], cudaEventDisableTiming);
		cublasCreate(&h[i]);
		cublasSetStream(h[i], s[i]);
		cudaMemcpyAsync(gradient[i], host[i], sizeof host[i], cudaMemcpyHostToDevice, s[i]);
		cublasSscal(h[i], N, &one, gradient[i], 1);
		cudaEventRecord(ready[i], s[i]);
	}
	for (int i = 0; i < 2; i++) {
		cudaStreamWaitEvent(s[i], ready[1 - i], 0);
		cudaMemcpyPeerAsync(other[i], i, gradient[1 - i], 1 - i, sizeof host[i], s[i]);
		cudaEventRecord(fetched[i], s[i]);
	}
	for (int i = 0; i < 2; i++) {
		cudaStreamWaitEvent(s[i], fetched[1 - i], 0);
		cublasSaxpy(h[i], N, &one, other[i], 1, gradient[i], 1);
		cudaMemcpyAsync(host[i], gradient[i], sizeof host[i], cudaMemcpyDeviceToHost, s[i]);
	}
	for (int i = 0; i < 2; i++)
		cudaStreamSynchronize(s[i]);
	printf("%g %g\n", host[0][0], host[1][N - 1]);

	for (int i = 0; i < 2; i++) {
		cudaStreamDestroy(s[i]);
		cudaEventDestroy(ready[i]);
		cudaEventDestroy(fetched[i]);
		cublasDestroy(h[i]);
		cudaFree(gradient[i]);
		cudaFree(other[i]);
	}
	return 0;
}

/* Three streams in a chain of events; only the last one is waited for. */
/* expect: nothing */
/* prints: 8 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 800

int main(void)
{
	const float two = 2;
	static float host[N];
	float *x;
	cudaStream_t s[3];
	cudaEvent_t e[3];
	cublasHandle_t h;

	for (int i = 0; i < N; i++)
		host[i] = 1;
	cudaMalloc((void **)&x, sizeof host);
	for (int i = 0; i < 3; i++) {
		cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
		cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
	}
	cublasCreate(&h);
	cudaMemcpyAsync(x, host, sizeof host, cudaMemcpyHostToDevice, s[0]);
	for (int i = 0; i < 3; i++) {
		if (i > 0)
			cudaStreamWaitEvent(s[i], e[i - 1], 0);
		cublasSetStream(h, s[i]);
		cublasSscal(h, N, &two, x, 1);
		cudaEventRecord(e[i], s[i]);
	}
	cudaMemcpyAsync(host, x, sizeof host, cudaMemcpyDeviceToHost, s[2]);
	cudaStreamSynchronize(s[2]);
	printf("%g\n", host[0]);

	cublasDestroy(h);
	for (int i = 0; i < 3; i++) {
		cudaStreamDestroy(s[i]);
		cudaEventDestroy(e[i]);
	}
	cudaFree(x);
	return 0;
}

/* Two GPUs pass a vector to and fro; only one of the two directions is waited for. */
/* expect: race at @work0 and @back */
#include <cublas_v2.h>
#include <cuda_runtime.h>

#define N 1000

int main(void)
{
	const size_t bytes = N * sizeof(float);
	const float two = 2;
	float *x[2];
	cudaStream_t s[2];
	cudaEvent_t sent[2];
	cublasHandle_t h[2];

	for (int i = 0; i < 2; i++) {
		cudaSetDevice(i);
		cudaMalloc((void **)&x[i], bytes);
		cudaMemset(x[i], 0, bytes);
		cudaStreamCreate(&s[i]);
		cudaEventCreateWithFlags(&sent[i], cudaEventDisableTiming);
		cublasCreate(&h[i]);
		cublasSetStream(h[i], s[i]);
		cudaDeviceSynchronize();
	}
	cublasSscal(h[0], N, &two, x[0], 1);
	cudaMemcpyPeerAsync(x[1], 1, x[0], 0, bytes, s[0]);
	cudaEventRecord(sent[0], s[0]);
	cudaStreamWaitEvent(s[1], sent[0], 0);
	cublasSscal(h[1], N, &two, x[1], 1);
	cudaMemcpyPeerAsync(x[0], 0, x[1], 1, bytes, s[1]); /* @back */
	cudaEventRecord(sent[1], s[1]);
	cublasSscal(h[0], N, &two, x[0], 1); /* @work0 */

	for (int i = 0; i < 2; i++) {
		cudaSetDevice(i);
		cudaDeviceSynchronize();
	}
	for (int i = 0; i < 2; i++) {
		cudaStreamDestroy(s[i]);
		cudaEventDestroy(sent[i]);
		cublasDestroy(h[i]);
		cudaFree(x[i]);
	}
	return 0;
}

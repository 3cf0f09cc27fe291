/* The host waits for one stream before it queues on another: that orders the two. */
/* expect: nothing */
/* prints: 6 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 500

int main(void)
{
	const float two = 2, three = 3;
	float host[N], *x;
	cudaStream_t a, b;
	cudaEvent_t e;
	cublasHandle_t h;

	for (int i = 0; i < N; i++)
		host[i] = 1;
	cudaMalloc((void **)&x, sizeof host);
	cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
	cudaEventCreate(&e);
	cublasCreate(&h);
	cudaMemcpyAsync(x, host, sizeof host, cudaMemcpyHostToDevice, a);
	cudaStreamSynchronize(a);
	cublasSetStream(h, b);
	cublasSscal(h, N, &two, x, 1);
	cudaEventRecord(e, b);
	cudaEventSynchronize(e);
	cublasSetStream(h, a);
	cublasSscal(h, N, &three, x, 1);
	while (cudaStreamQuery(a) == cudaErrorNotReady)
		;
	cudaMemcpyAsync(host, x, sizeof host, cudaMemcpyDeviceToHost, b);
	cudaStreamSynchronize(b);
	printf("%g\n", host[0]);

	cublasDestroy(h);
	cudaEventDestroy(e);
	cudaStreamDestroy(a);
	cudaStreamDestroy(b);
	cudaFree(x);
	return 0;
}

/* One thread queues the upload and waits for it; the main thread then works in its own stream. */
/* expect: nothing */
/* prints: 21 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <pthread.h>
#include <stdio.h>

#define N 64

static float *x;

static void *upload(void *unused)
{
	float host[N];
	cudaStream_t s;
	(void)unused;
	for (int i = 0; i < N; i++)
		host[i] = 7;
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	cudaMemcpyAsync(x, host, sizeof host, cudaMemcpyHostToDevice, s);
	cudaStreamSynchronize(s);
	cudaStreamDestroy(s);
	return NULL;
}

int main(void)
{
	const float three = 3;
	float first;
	pthread_t thread;
	cublasHandle_t h;

	cudaMalloc((void **)&x, N * sizeof *x);
	pthread_create(&thread, NULL, upload, NULL);
	cublasCreate(&h);
	pthread_join(thread, NULL);
	cublasSscal(h, N, &three, x, 1);
	cudaMemcpy(&first, x, sizeof first, cudaMemcpyDeviceToHost);
	printf("%g\n", first);
	cublasDestroy(h);
	cudaFree(x);
	return 0;
}

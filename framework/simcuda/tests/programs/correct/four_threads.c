/* Four host threads, each with a stream, a handle and matrices of its own; one GPU each in turn. */
/* expect: nothing */
/* prints: 8 16 24 32 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <pthread.h>
#include <stdio.h>

#define N       8
#define THREADS 4

static float result[THREADS];

static void *work(void *argument)
{
	int number = *(int *)argument;
	const float factor = (float)(number + 1), zero = 0;
	float host[N * N], *a, *c;
	cudaStream_t s;
	cublasHandle_t h;

	for (int i = 0; i < N * N; i++)
		host[i] = 1;
	cudaSetDevice(number % 2);
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	cublasCreate(&h);
	cublasSetStream(h, s);
	cudaMalloc((void **)&a, sizeof host);
	cudaMalloc((void **)&c, sizeof host);
	cudaMemcpyAsync(a, host, sizeof host, cudaMemcpyHostToDevice, s);
	cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &factor, a, N, a, N, &zero, c, N);
	cudaMemcpyAsync(host, c, sizeof host, cudaMemcpyDeviceToHost, s);
	cudaStreamSynchronize(s);
	result[number] = host[0];
	cublasDestroy(h);
	cudaStreamDestroy(s);
	cudaFree(a);
	cudaFree(c);
	return NULL;
}

int main(void)
{
	pthread_t thread[THREADS];
	int number[THREADS];

	for (int i = 0; i < THREADS; i++) {
		number[i] = i;
		pthread_create(&thread[i], NULL, work, &number[i]);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	for (int i = 0; i < THREADS; i++)
		printf("%g%c", result[i], i < THREADS - 1 ? ' ' : '\n');
	return 0;
}

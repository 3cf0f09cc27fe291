/* Three streams read the same matrix at the same time: readers do not disturb each other. */
/* expect: nothing */
/* prints: 10 20 30 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N       10
#define STREAMS 3

int main(void)
{
	float host[N * N], *a, *x, *y[STREAMS];
	const float zero = 0;
	cudaStream_t s[STREAMS];
	cublasHandle_t h;

	for (int i = 0; i < N * N; i++)
		host[i] = 1;
	cudaMalloc((void **)&a, sizeof host);
	cudaMalloc((void **)&x, N * sizeof *x);
	cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
	cudaMemcpy(x, host, N * sizeof *x, cudaMemcpyHostToDevice);
	cublasCreate(&h);
	for (int i = 0; i < STREAMS; i++) {
		float factor = (float)(i + 1);
		cudaMalloc((void **)&y[i], N * sizeof *y[i]);
		cudaStreamCreate(&s[i]);
		cublasSetStream(h, s[i]);
		cublasSgemv(h, CUBLAS_OP_T, N, N, &factor, a, N, x, 1, &zero, y[i], 1);
	}
	for (int i = 0; i < STREAMS; i++) {
		cudaMemcpyAsync(host, y[i], N * sizeof *host, cudaMemcpyDeviceToHost, s[i]);
		cudaStreamSynchronize(s[i]);
		printf("%g%c", host[0], i < STREAMS - 1 ? ' ' : '\n');
		cudaStreamDestroy(s[i]);
		cudaFree(y[i]);
	}
	cublasDestroy(h);
	cudaFree(a);
	cudaFree(x);
	return 0;
}

/* Frees the factors right after the product was queued: cudaFree waits for the GPU. */
/* expect: nothing */
/* prints: 32 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 16

int main(void)
{
	float host[N * N];
	const float one = 1, zero = 0, two = 2;
	float *a, *b, *c;
	cublasHandle_t h;

	for (int i = 0; i < N * N; i++)
		host[i] = 1;
	cudaMalloc((void **)&a, sizeof host);
	cudaMalloc((void **)&b, sizeof host);
	cudaMalloc((void **)&c, sizeof host);
	cublasSetMatrix(N, N, sizeof *host, host, N, a, N);
	cublasSetMatrix(N, N, sizeof *host, host, N, b, N);
	cublasCreate(&h);
	cublasSscal(h, N * N, &two, b, 1);
	cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, b, N, &zero, c, N);
	cudaFree(a);
	cudaFree(b);
	cublasGetMatrix(N, N, sizeof *host, c, N, host, N);
	printf("%g\n", host[0]);

	cublasDestroy(h);
	cudaFree(c);
	return 0;
}

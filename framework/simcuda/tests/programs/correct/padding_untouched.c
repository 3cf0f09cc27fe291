/* Matrices with padding between the columns, which is never written and never read. */
/* expect: nothing */
/* prints: 6 padding kept */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N  6
#define LD 8

int main(void)
{
	float host[N * N], back[N * LD];
	const float one = 1, zero = 0;
	float *a, *c;
	cublasHandle_t h;

	for (int i = 0; i < N * N; i++)
		host[i] = 1;
	for (int i = 0; i < N * LD; i++)
		back[i] = -5;
	cudaMalloc((void **)&a, sizeof back);
	cudaMalloc((void **)&c, sizeof back);
	cudaMemcpy2D(a, LD * sizeof *a, host, N * sizeof *a, N * sizeof *a, N,
		     cudaMemcpyHostToDevice);
	cublasCreate(&h);
	cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, LD, a, LD, &zero, c, LD);
	cudaMemcpy2D(back, LD * sizeof *a, c, LD * sizeof *a, N * sizeof *a, N,
		     cudaMemcpyDeviceToHost);
	printf("%g padding %s\n", back[0], back[N] == -5 ? "kept" : "lost");

	cublasDestroy(h);
	cudaFree(a);
	cudaFree(c);
	return 0;
}

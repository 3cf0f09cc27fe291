/* One stream makes the upper triangle of a matrix, another one the lower. */
/* expect: nothing */
/* prints: 5 10 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 10
#define K 5

int main(void)
{
	float host[N * N], *a, *c;
	const float one = 1, two = 2, zero = 0;
	cudaStream_t s[2];
	cublasHandle_t h;

	for (int i = 0; i < N * N; i++)
		host[i] = 1;
	cudaMalloc((void **)&a, N * K * sizeof *a);
	cudaMalloc((void **)&c, sizeof host);
	cudaMemcpy(a, host, N * K * sizeof *a, cudaMemcpyHostToDevice);
	cudaMemset(c, 0, sizeof host);
	cudaStreamCreate(&s[0]);
	cudaStreamCreate(&s[1]);
	cublasCreate(&h);
	cublasSetStream(h, s[0]);
	cublasSsyrk(h, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, N, K, &one, a, N, &zero, c, N);
	cublasSetStream(h, s[1]);
	/* the lower triangle without the diagonal: one row further down */
	cublasSsyrk(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, N - 1, K, &two, a, N, &zero, c + 1, N);
	cudaMemcpy(host, c, sizeof host, cudaMemcpyDeviceToHost);
	printf("%g %g\n", host[N], host[1]);

	cublasDestroy(h);
	cudaStreamDestroy(s[0]);
	cudaStreamDestroy(s[1]);
	cudaFree(a);
	cudaFree(c);
	return 0;
}

/* With beta = 0 the result is not read, so that it may be fresh memory. */
/* expect: nothing */
/* prints: 12 0 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 12

int main(void)
{
	float host[N * N], y[N];
	const float one = 1, zero = 0;
	float *a, *c, *v;
	cublasHandle_t h;

	for (int i = 0; i < N * N; i++)
		host[i] = 1;
	cudaMalloc((void **)&a, sizeof host);
	cudaMalloc((void **)&c, sizeof host);
	cudaMalloc((void **)&v, sizeof y);
	cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
	cublasCreate(&h);
	cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, a, N, &zero, c, N);
	/* alpha = 0 as well: neither factor is read */
	cublasSgemv(h, CUBLAS_OP_N, N, N, &zero, a, N, v, 1, &zero, v, 1);
	cudaMemcpy(host, c, sizeof host, cudaMemcpyDeviceToHost);
	cudaMemcpy(y, v, sizeof y, cudaMemcpyDeviceToHost);
	printf("%g %g\n", host[0], y[N - 1]);

	cublasDestroy(h);
	cudaFree(a);
	cudaFree(c);
	cudaFree(v);
	return 0;
}

/* Reads a matrix on the other GPU with peer access, after its GPU has been waited for. */
/* expect: nothing */
/* prints: 16 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 8

int main(void)
{
	float host[N * N];
	const float one = 1, two = 2, zero = 0;
	float *a, *b, *c;
	cublasHandle_t h;

	for (int i = 0; i < N * N; i++)
		host[i] = 1;
	cublasCreate(&h);
	cudaMalloc((void **)&a, sizeof host);
	cudaMalloc((void **)&c, sizeof host);
	cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
	cudaSetDevice(1);
	cudaMalloc((void **)&b, sizeof host);
	cudaMemcpy(b, host, sizeof host, cudaMemcpyHostToDevice);
	cudaDeviceSynchronize();
	cudaSetDevice(0);
	cudaDeviceEnablePeerAccess(1, 0);
	cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &two, a, N, b, N, &zero, c, N);
	cudaMemcpy(host, c, sizeof host, cudaMemcpyDeviceToHost);
	printf("%g\n", one * host[0]);
	cublasDestroy(h);
	cudaFree(a);
	cudaFree(c);
	cudaSetDevice(1);
	cudaFree(b);
	return 0;
}

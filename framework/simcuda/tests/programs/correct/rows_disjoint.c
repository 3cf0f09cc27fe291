/* Four streams make one block of rows each: their bytes interleave in memory and never meet. */
/* expect: nothing */
/* prints: 0 1 2 3 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N     32
#define PARTS 4
#define ROWS  (N / PARTS)

int main(void)
{
	static float host[N * N];
	float *a, *c;
	const float zero = 0;
	cudaStream_t s[PARTS];
	cublasHandle_t handle;

	for (int i = 0; i < N; i++)
		host[i * N + i] = 1;
	cudaMalloc((void **)&a, sizeof host);
	cudaMalloc((void **)&c, sizeof host);
	cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
	cublasCreate(&handle);
	for (int i = 0; i < PARTS; i++) {
		float factor = (float)i;
		cudaStreamCreate(&s[i]);
		cublasSetStream(handle, s[i]);
		cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, ROWS, N, N, &factor, a + i * ROWS, N,
			    a, N, &zero, c + i * ROWS, N);
	}
	for (int i = PARTS - 1; i >= 0; i--)
		cudaStreamSynchronize(s[i]);
	cudaMemcpy(host, c, sizeof host, cudaMemcpyDeviceToHost);
	for (int i = 0; i < PARTS; i++)
		printf("%g%c", host[i * ROWS * (N + 1)], i < PARTS - 1 ? ' ' : '\n');

	cublasDestroy(handle);
	for (int i = 0; i < PARTS; i++)
		cudaStreamDestroy(s[i]);
	cudaFree(a);
	cudaFree(c);
	return 0;
}

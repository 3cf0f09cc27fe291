/* Allocates more than it needs, and uses and copies only what it has written. */
/* expect: nothing */
/* prints: 3 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 1000

int main(void)
{
	float host[N / 2];
	const float three = 3;
	float *x, *y;
	cublasHandle_t h;

	for (int i = 0; i < N / 2; i++)
		host[i] = 1;
	cudaMalloc((void **)&x, N * sizeof *x);
	cudaMalloc((void **)&y, N * sizeof *y);
	cudaMemcpy(x + N / 4, host, sizeof host, cudaMemcpyHostToDevice);
	cublasCreate(&h);
	cublasSscal(h, N / 2, &three, x + N / 4, 1);
	cudaMemcpy(y, x + N / 4, sizeof host, cudaMemcpyDeviceToDevice);
	cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost);
	printf("%g\n", host[N / 2 - 1]);
	cublasDestroy(h);
	cudaFree(x);
	cudaFree(y);
	return 0;
}

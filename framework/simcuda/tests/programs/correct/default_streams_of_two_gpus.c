/* cudaMemcpyPeer without Async is ordered with all work of both GPUs, default streams or not. */
/* expect: nothing */
/* prints: 6 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 4000

int main(void)
{
	const float two = 2;
	static float host[N];
	float *x0, *x1;
	cublasHandle_t h1;

	for (int i = 0; i < N; i++)
		host[i] = 3;
	cudaSetDevice(1);
	cudaMalloc((void **)&x1, sizeof host);
	cudaMemset(x1, 0, sizeof host);
	cublasCreate(&h1);
	cudaSetDevice(0);
	cudaMalloc((void **)&x0, sizeof host);
	cudaMemcpy(x0, host, sizeof host, cudaMemcpyHostToDevice);

	cudaMemcpyPeer(x1, 1, x0, 0, sizeof host);
	cudaSetDevice(1);
	cublasSscal(h1, N, &two, x1, 1);
	cudaMemcpy(host, x1, sizeof host, cudaMemcpyDeviceToHost);
	printf("%g\n", host[0]);

	cublasDestroy(h1);
	cudaFree(x0);
	cudaFree(x1);
	return 0;
}

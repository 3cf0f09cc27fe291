/* A stream made by cudaStreamCreate waits for the default stream by itself, and the other way. */
/* expect: nothing */
/* prints: -7 */
/* prints: -49 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 100

int main(void)
{
	float x[N], *dx, *result;
	const float factor = 7;
	cudaStream_t copy;
	cublasHandle_t handle;

	for (int i = 0; i < N; i++)
		x[i] = -1;
	cudaMalloc((void **)&dx, sizeof x);
	cudaMallocHost((void **)&result, sizeof x);
	cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
	cudaStreamCreate(&copy);
	cublasCreate(&handle);

	cublasSscal(handle, N, &factor, dx, 1);
	cudaMemcpyAsync(result, dx, sizeof x, cudaMemcpyDeviceToHost, copy);
	cublasSscal(handle, N, &factor, dx, 1);
	cudaStreamSynchronize(copy);
	printf("%g\n", result[0]);
	cudaMemcpy(x, dx, sizeof x, cudaMemcpyDeviceToHost);
	printf("%g\n", x[0]);

	cublasDestroy(handle);
	cudaStreamDestroy(copy);
	cudaFreeHost(result);
	cudaFree(dx);
	return 0;
}

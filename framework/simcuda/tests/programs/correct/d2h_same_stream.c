/* Kernel and copy in one stream, and one wait at the end. */
/* expect: nothing */
/* prints: 765 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 256

int main(void)
{
	float x[N], *dx, *result;
	const float three = 3;
	cudaStream_t s;
	cublasHandle_t handle;

	for (int i = 0; i < N; i++)
		x[i] = (float)i;
	cudaMalloc((void **)&dx, sizeof x);
	cudaMallocHost((void **)&result, sizeof x);
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	cublasCreate(&handle);
	cublasSetStream(handle, s);

	cudaMemcpyAsync(dx, x, sizeof x, cudaMemcpyHostToDevice, s);
	cublasSscal(handle, N, &three, dx, 1);
	cudaMemcpyAsync(result, dx, sizeof x, cudaMemcpyDeviceToHost, s);
	cudaDeviceSynchronize();
	printf("%g\n", result[N - 1]);

	cublasDestroy(handle);
	cudaStreamDestroy(s);
	cudaFreeHost(result);
	cudaFree(dx);
	return 0;
}

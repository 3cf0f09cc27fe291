/* cudaMemcpy of pinned memory is over when it returns, also for a non-blocking stream. */
/* expect: nothing */
/* prints: 8 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 10000

int main(void)
{
	float *x, *pinned;
	const float two = 2;
	cudaStream_t s;
	cublasHandle_t handle;

	cudaMallocHost((void **)&pinned, N * sizeof *pinned);
	for (int i = 0; i < N; i++)
		pinned[i] = 4;
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	cublasCreate(&handle);
	cublasSetStream(handle, s);
	cudaMalloc((void **)&x, N * sizeof *x);
	cudaMemcpy(x, pinned, N * sizeof *x, cudaMemcpyHostToDevice);
	cublasSscal(handle, N, &two, x, 1);
	cudaMemcpyAsync(pinned, x, N * sizeof *x, cudaMemcpyDeviceToHost, s);
	cudaStreamSynchronize(s);
	printf("%g\n", pinned[N - 1]);

	cublasDestroy(handle);
	cudaStreamDestroy(s);
	cudaFreeHost(pinned);
	cudaFree(x);
	return 0;
}

/* Clears the gradient in the stream that accumulates into it. */
/* expect: nothing */
/* prints: 256 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 64

int main(void)
{
	static float host[N * N];
	const float one = 1;
	float *x, *gradient;
	cudaStream_t compute;
	cublasHandle_t handle;

	for (int i = 0; i < N * N; i++)
		host[i] = 2;
	cudaMalloc((void **)&x, sizeof host);
	cudaMalloc((void **)&gradient, sizeof host);
	cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
	cublasCreate(&handle);
	cublasSetStream(handle, compute);

	cudaMemcpyAsync(x, host, sizeof host, cudaMemcpyHostToDevice, compute);
	for (int step = 0; step < 3; step++) {
		cudaMemsetAsync(gradient, 0, sizeof host, compute);
		cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, N, N, N, &one, x, N, x, N, &one,
			    gradient, N);
	}
	cudaMemcpyAsync(host, gradient, sizeof host, cudaMemcpyDeviceToHost, compute);
	cudaStreamSynchronize(compute);
	printf("%g\n", host[7]);

	cublasDestroy(handle);
	cudaStreamDestroy(compute);
	cudaFree(x);
	cudaFree(gradient);
	return 0;
}

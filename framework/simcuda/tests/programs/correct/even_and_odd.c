/* One stream scales the even elements, another one the odd ones. */
/* expect: nothing */
/* prints: 2 3 2 3 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 100

int main(void)
{
	float *x, host[N];
	const float two = 2, three = 3;
	cudaStream_t a, b;
	cublasHandle_t handle;

	for (int i = 0; i < N; i++)
		host[i] = 1;
	cudaMalloc((void **)&x, sizeof host);
	cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cublasCreate(&handle);
	cublasSetStream(handle, a);
	cublasSscal(handle, N / 2, &two, x, 2);
	cublasSetStream(handle, b);
	cublasSscal(handle, N / 2, &three, x + 1, 2);
	cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
	printf("%g %g %g %g\n", host[0], host[1], host[98], host[99]);

	cublasDestroy(handle);
	cudaStreamDestroy(a);
	cudaStreamDestroy(b);
	cudaFree(x);
	return 0;
}

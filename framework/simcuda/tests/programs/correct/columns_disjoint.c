/* Two streams make the left and the right columns of one matrix. */
/* expect: nothing */
/* prints: 24 48 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 24

int main(void)
{
	static float host[N * N];
	float *a, *b, *c;
	const float one = 1, two = 2, zero = 0;
	cudaStream_t s[2];
	cublasHandle_t handle;

	for (int i = 0; i < N * N; i++)
		host[i] = 1;
	cudaMalloc((void **)&a, sizeof host);
	cudaMalloc((void **)&b, sizeof host);
	cudaMalloc((void **)&c, sizeof host);
	cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
	cudaMemcpy(b, host, sizeof host, cudaMemcpyHostToDevice);
	cublasCreate(&handle);
	for (int i = 0; i < 2; i++) {
		size_t column = (size_t)i * N / 2;
		cudaStreamCreate(&s[i]);
		cublasSetStream(handle, s[i]);
		cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N / 2, N, i ? &two : &one, a, N,
			    b + column * N, N, &zero, c + column * N, N);
	}
	cudaDeviceSynchronize();
	cudaMemcpy(host, c, sizeof host, cudaMemcpyDeviceToHost);
	printf("%g %g\n", host[N * N / 2 - 1], host[N * N / 2]);

	cublasDestroy(handle);
	cudaStreamDestroy(s[0]);
	cudaStreamDestroy(s[1]);
	cudaFree(a);
	cudaFree(b);
	cudaFree(c);
	return 0;
}

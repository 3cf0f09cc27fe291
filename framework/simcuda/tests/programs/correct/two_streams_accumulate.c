/* Two streams each make a product of their own; a third operation adds them, ordered after both. */
/* expect: nothing */
/* prints: 96 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 48

int main(void)
{
	const size_t bytes = N * N * sizeof(float);
	const float one = 1, zero = 0;
	static float host[N * N];
	float *a, *c1, *c2;
	cudaStream_t s1, s2;
	cudaEvent_t second;
	cublasHandle_t h1, h2;

	for (int i = 0; i < N * N; i++)
		host[i] = 1;
	cudaMalloc((void **)&a, bytes);
	cudaMalloc((void **)&c1, bytes);
	cudaMalloc((void **)&c2, bytes);
	cudaMemcpy(a, host, bytes, cudaMemcpyHostToDevice);
	cudaStreamCreate(&s1);
	cudaStreamCreate(&s2);
	cudaEventCreateWithFlags(&second, cudaEventDisableTiming);
	cublasCreate(&h1);
	cublasCreate(&h2);
	cublasSetStream(h1, s1);
	cublasSetStream(h2, s2);

	cublasSgemm(h1, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, a, N, &zero, c1, N);
	cublasSgemm(h2, CUBLAS_OP_N, CUBLAS_OP_T, N, N, N, &one, a, N, a, N, &zero, c2, N);
	cudaEventRecord(second, s2);
	cudaStreamWaitEvent(s1, second, 0);
	cublasSaxpy(h1, N * N, &one, c2, 1, c1, 1);
	cudaMemcpyAsync(host, c1, bytes, cudaMemcpyDeviceToHost, s1);
	cudaStreamSynchronize(s1);
	printf("%g\n", host[N * N - 1]);

	cublasDestroy(h1);
	cublasDestroy(h2);
	cudaEventDestroy(second);
	cudaStreamDestroy(s1);
	cudaStreamDestroy(s2);
	cudaFree(a);
	cudaFree(c1);
	cudaFree(c2);
	return 0;
}

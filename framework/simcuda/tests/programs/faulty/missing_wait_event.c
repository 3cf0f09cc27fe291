/* Records an event after the first product and never waits for it in the second stream. */
/* expect: race at @second and @first */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define N 32

static float *on_gpu(float value)
{
	float host[N * N], *device;
	for (int i = 0; i < N * N; i++)
		host[i] = value;
	cudaMalloc((void **)&device, sizeof host);
	cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
	return device;
}

int main(void)
{
	float *a = on_gpu(1), *b = on_gpu(2), *c = on_gpu(0), *d = on_gpu(0);
	const float one = 1, zero = 0;
	cudaStream_t s1, s2;
	cudaEvent_t first_done;
	cublasHandle_t handle;
	cudaStreamCreate(&s1);
	cudaStreamCreate(&s2);
	cudaEventCreate(&first_done);
	cublasCreate(&handle);

	cublasSetStream(handle, s1);
	/* @first */
	cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, b, N, &zero, c, N);
	cudaEventRecord(first_done, s1);
	cublasSetStream(handle, s2);
	/* @second */
	cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, c, N, b, N, &zero, d, N);

	cudaDeviceSynchronize();
	cublasDestroy(handle);
	cudaEventDestroy(first_done);
	cudaStreamDestroy(s1);
	cudaStreamDestroy(s2);
	cudaFree(a);
	cudaFree(b);
	cudaFree(c);
	cudaFree(d);
	return 0;
}

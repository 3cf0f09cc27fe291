/* Two products in two streams, the second after an event of the first. */
/* expect: nothing */
/* prints: d[0] = 4096 */
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
	float *a = on_gpu(1), *b = on_gpu(2), *c = on_gpu(0), *d = on_gpu(0), result[N * N];
	const float one = 1, zero = 0;
	cudaStream_t s1, s2;
	cudaEvent_t first_done;
	cublasHandle_t handle;
	cudaStreamCreate(&s1);
	cudaStreamCreate(&s2);
	cudaEventCreate(&first_done);
	cublasCreate(&handle);

	cublasSetStream(handle, s1);
	cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, b, N, &zero, c, N);
	cudaEventRecord(first_done, s1);
	cudaStreamWaitEvent(s2, first_done, 0);
	cublasSetStream(handle, s2);
	cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, c, N, b, N, &zero, d, N);
	cudaMemcpyAsync(result, d, sizeof result, cudaMemcpyDeviceToHost, s2);
	cudaStreamSynchronize(s2);
	printf("d[0] = %g\n", result[0]);

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

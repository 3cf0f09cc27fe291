/* Two streams, no event, and one cudaDeviceSynchronize for both: the bytes come out as hoped. */
/* expect: race at @copy and @scal */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 256

int main(void)
{
	float x[N], *dx, *result;
	const float three = 3;
	cudaStream_t s[2];
	cublasHandle_t handle;

	for (int i = 0; i < N; i++)
		x[i] = (float)i;
	cudaMalloc((void **)&dx, sizeof x);
	cudaMallocHost((void **)&result, sizeof x);
	cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
	for (int i = 0; i < 2; i++)
		cudaStreamCreate(&s[i]);
	cublasCreate(&handle);
	cublasSetStream(handle, s[0]);

	cublasSscal(handle, N, &three, dx, 1); /* @scal */
	/* @copy */
	cudaMemcpyAsync(result, dx, sizeof x, cudaMemcpyDeviceToHost, s[1]);
	cudaDeviceSynchronize();
	fprintf(stderr, "%g\n", result[N - 1]);

	cublasDestroy(handle);
	for (int i = 0; i < 2; i++)
		cudaStreamDestroy(s[i]);
	cudaFreeHost(result);
	cudaFree(dx);
	return 0;
}

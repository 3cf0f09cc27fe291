/* Upload, compute and download in a stream for each of two slots, eight batches in turn. */
/* expect: nothing */
/* prints: 0 3 6 9 12 15 18 21 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N       512
#define BATCHES 8

int main(void)
{
	const size_t bytes = N * sizeof(float);
	const float three = 3;
	float *in[2], *out[2], *x[2];
	cudaStream_t s[2];
	cublasHandle_t h[2];

	for (int k = 0; k < 2; k++) {
		cudaMallocHost((void **)&in[k], bytes);
		cudaMallocHost((void **)&out[k], bytes);
		cudaMalloc((void **)&x[k], bytes);
		cudaStreamCreateWithFlags(&s[k], cudaStreamNonBlocking);
		cublasCreate(&h[k]);
		cublasSetStream(h[k], s[k]);
	}
	for (int i = 0; i < BATCHES + 2; i++) {
		int k = i % 2;
		cudaStreamSynchronize(s[k]);
		if (i >= 2)
			printf("%g%c", out[k][N - 1], i < BATCHES + 1 ? ' ' : '\n');
		if (i >= BATCHES)
			continue;
		for (int j = 0; j < N; j++)
			in[k][j] = (float)i;
		cudaMemcpyAsync(x[k], in[k], bytes, cudaMemcpyHostToDevice, s[k]);
		cublasSscal(h[k], N, &three, x[k], 1);
		cudaMemcpyAsync(out[k], x[k], bytes, cudaMemcpyDeviceToHost, s[k]);
	}
	for (int k = 0; k < 2; k++) {
		cublasDestroy(h[k]);
		cudaStreamDestroy(s[k]);
		cudaFreeHost(in[k]);
		cudaFreeHost(out[k]);
		cudaFree(x[k]);
	}
	return 0;
}

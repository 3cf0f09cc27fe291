/* Each GPU fetches the other's gradient and adds it, without asking whether it is complete. */
/* expect: race at @fetch and @gradient */
#include <cublas_v2.h>
#include <cuda_runtime.h>

#define N 1000

int main(void)
{
	const size_t bytes = N * sizeof(float);
	const float one = 1, scale = 0.5F;
	float *gradient[2], *other[2];
	cudaStream_t s[2];
	cublasHandle_t h[2];

	for (int i = 0; i < 2; i++) {
		cudaSetDevice(i);
		cudaMalloc((void **)&gradient[i], bytes);
		cudaMalloc((void **)&other[i], bytes);
		cudaMemset(gradient[i], 0, bytes);
		cudaStreamCreate(&s[i]);
		cublasCreate(&h[i]);
		cublasSetStream(h[i], s[i]);
		cudaDeviceSynchronize();
	}
	cublasSscal(h[0], N, &scale, gradient[0], 1); /* @gradient */
	/* @fetch */
	cudaMemcpyPeerAsync(other[1], 1, gradient[0], 0, bytes, s[1]);
	cublasSaxpy(h[1], N, &one, other[1], 1, gradient[1], 1);

	for (int i = 0; i < 2; i++) {
		cudaSetDevice(i);
		cudaDeviceSynchronize();
	}
	for (int i = 0; i < 2; i++) {
		cudaStreamDestroy(s[i]);
		cublasDestroy(h[i]);
		cudaFree(gradient[i]);
		cudaFree(other[i]);
	}
	return 0;
}

/* Uploads half of a vector and scales all of it. */
/* expect: uninitialised-read at @scal and @malloc */
#include <cublas_v2.h>
#include <cuda_runtime.h>

#define N 1000

int main(void)
{
	static float host[N];
	const float two = 2;
	float *x;
	cublasHandle_t h;

	cudaMalloc((void **)&x, N * sizeof *x); /* @malloc */
	cudaMemcpy(x, host, N / 2 * sizeof *x, cudaMemcpyHostToDevice);
	cublasCreate(&h);
	cublasSscal(h, N, &two, x, 1); /* @scal */
	cudaDeviceSynchronize();
	cublasDestroy(h);
	cudaFree(x);
	return 0;
}

/* Makes the cuBLAS handle before it chooses the GPU on which everything else lies. */
/* expect: wrong-device at @scal and @malloc */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	const float two = 2;
	float *x;
	cublasHandle_t h;

	cublasCreate(&h);
	cudaSetDevice(1);
	cudaMalloc((void **)&x, 4000); /* @malloc */
	cudaMemset(x, 0, 4000);
	cublasSscal(h, 1000, &two, x, 1); /* @scal */
	fprintf(stderr, "%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	cudaFree(x);
	return 0;
}

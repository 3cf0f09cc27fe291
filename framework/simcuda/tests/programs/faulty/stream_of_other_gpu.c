/* Gives a handle of GPU 0 a stream of GPU 1. */
/* expect: wrong-device at @set */
/* prints: 7 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	cudaStream_t stream;
	cublasHandle_t h;

	cublasCreate(&h);
	cudaSetDevice(1);
	cudaStreamCreate(&stream);
	printf("%d\n", (int)cublasSetStream(h, stream)); /* @set */
	cudaStreamDestroy(stream);
	cublasDestroy(h);
	return 0;
}

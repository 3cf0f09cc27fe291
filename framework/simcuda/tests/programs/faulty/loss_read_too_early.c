/* Reads the loss of a step from pinned memory without waiting, to print it "asynchronously". */
/* expect: race at @print and @fetch */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 1000

int main(void)
{
	float *x, *loss, *pinned;
	cudaStream_t s;
	cublasHandle_t h;

	cudaMalloc((void **)&x, N * sizeof *x);
	cudaMalloc((void **)&loss, sizeof *loss);
	cudaMallocHost((void **)&pinned, sizeof *pinned);
	cudaMemset(x, 0, N * sizeof *x);
	cudaStreamCreate(&s);
	cublasCreate(&h);
	cublasSetStream(h, s);
	cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE);

	cublasSnrm2(h, N, x, 1, loss);
	cudaMemcpyAsync(pinned, loss, sizeof *loss, cudaMemcpyDeviceToHost, s); /* @fetch */
	fprintf(stderr, "loss %g\n", *pinned);                                  /* @print */

	cudaStreamSynchronize(s);
	cublasDestroy(h);
	cudaStreamDestroy(s);
	cudaFreeHost(pinned);
	cudaFree(x);
	cudaFree(loss);
	return 0;
}

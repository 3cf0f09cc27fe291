/* Makes a copy on the GPU of memory that holds nothing yet, and uses the copy. */
/* expect: uninitialised-read at @scal and @malloc */
#include <cublas_v2.h>
#include <cuda_runtime.h>

#define N 750

int main(void)
{
	const float two = 2;
	float *from, *to;
	cublasHandle_t h;

	cudaMalloc((void **)&from, N * sizeof *from);
	cudaMalloc((void **)&to, N * sizeof *to); /* @malloc */
	cudaMemcpy(to, from, N * sizeof *to, cudaMemcpyDeviceToDevice);
	cublasCreate(&h);
	cublasSscal(h, N, &two, to, 1); /* @scal */
	cudaDeviceSynchronize();
	cublasDestroy(h);
	cudaFree(from);
	cudaFree(to);
	return 0;
}

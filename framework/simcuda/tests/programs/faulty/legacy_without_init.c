/* Calls routines of cuBLAS's older interface before cublasInit, and one after cublasShutdown. */
/* expect: not-initialised at @product */
/* expect: not-initialised at @norm */
/* expect: not-initialised at @after */
/* prints: 0 1 3 */
/* prints: 1 12 */
#include <cublas.h>
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	float ones[4] = {1, 1, 1, 1}, c[4] = {3, 3, 3, 3}, *a, *b;

	cudaMalloc((void **)&a, sizeof ones);
	cudaMalloc((void **)&b, sizeof c);
	cudaMemcpy(a, ones, sizeof ones, cudaMemcpyHostToDevice);
	cudaMemcpy(b, c, sizeof c, cudaMemcpyHostToDevice);
	cublasSgemm('n', 'n', 2, 2, 2, 1, a, 2, a, 2, 0, b, 2); /* @product */
	float norm = cublasSnrm2(4, a, 1);                      /* @norm */
	unsigned error = cublasGetError();
	cudaMemcpy(c, b, sizeof c, cudaMemcpyDeviceToHost);
	printf("%g %u %g\n", (double)norm, error, (double)c[0]);

	cublasInit();
	cublasSscal(4, 4, b, 1);
	cudaMemcpy(c, b, sizeof c, cudaMemcpyDeviceToHost);
	cublasShutdown();
	cublasSscal(4, 4, b, 1); /* @after */
	printf("%u %g\n", cublasGetError(), (double)c[0]);
	cudaFree(b);
	cudaFree(a);
	return 0;
}

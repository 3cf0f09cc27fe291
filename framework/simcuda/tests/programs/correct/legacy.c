/* Uses the older interface of cuBLAS between cublasInit and cublasShutdown. */
/* expect: nothing */
/* prints: 2 0 2 */
#include <cublas.h>
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	float ones[4] = {1, 1, 1, 1}, c[4], *a, *b;

	cublasInit();
	cudaMalloc((void **)&a, sizeof ones);
	cudaMalloc((void **)&b, sizeof c);
	cudaMemcpy(a, ones, sizeof ones, cudaMemcpyHostToDevice);
	cublasSgemm('n', 'n', 2, 2, 2, 1, a, 2, a, 2, 0, b, 2);
	float norm = cublasSnrm2(4, a, 1);
	cudaMemcpy(c, b, sizeof c, cudaMemcpyDeviceToHost);
	printf("%g %u %g\n", (double)norm, cublasGetError(), (double)c[0]);
	cudaFree(b);
	cudaFree(a);
	cublasShutdown();
	return 0;
}

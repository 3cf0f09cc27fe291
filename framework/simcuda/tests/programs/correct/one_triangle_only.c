/* Uses one triangle of a matrix whose other triangle was never written. */
/* expect: nothing */
/* prints: 3 2 1 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 3

int main(void)
{
	float *a, *x, ones[N] = {1, 1, 1}, y[N];
	const float one = 1;
	cublasHandle_t h;

	cudaMalloc((void **)&a, N * N * sizeof *a);
	cudaMalloc((void **)&x, sizeof ones);
	for (int column = 0; column < N; column++)
		cudaMemcpy(a + (size_t)column * N, ones, (size_t)(column + 1) * sizeof *a,
			   cudaMemcpyHostToDevice);
	cudaMemcpy(x, ones, sizeof ones, cudaMemcpyHostToDevice);
	cublasCreate(&h);
	cublasStrmm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT,
		    N, 1, &one, a, N, x, N, x, N);
	cudaMemcpy(y, x, sizeof y, cudaMemcpyDeviceToHost);
	printf("%g %g %g\n", y[0], y[1], y[2]);
	cublasDestroy(h);
	cudaFree(a);
	cudaFree(x);
	return 0;
}

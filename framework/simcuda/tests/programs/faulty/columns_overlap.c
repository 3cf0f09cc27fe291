/* Two streams work on the two halves of a matrix, but the halves have a column in common. */
/* expect: race at @right and @left */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define ROWS 16
#define COLS 9

int main(void)
{
	float *m;
	const float two = 2;
	int half = (COLS + 1) / 2;
	cudaStream_t s[2];
	cublasHandle_t handle;

	cudaMalloc((void **)&m, ROWS * COLS * sizeof *m);
	cudaMemset(m, 0, ROWS * COLS * sizeof *m);
	cudaStreamCreate(&s[0]);
	cudaStreamCreate(&s[1]);
	cublasCreate(&handle);

	cublasSetStream(handle, s[0]);
	cublasSscal(handle, ROWS * half, &two, m, 1); /* @left */
	cublasSetStream(handle, s[1]);
	cublasSscal(handle, ROWS * half, &two, m + (COLS - half) * ROWS, 1); /* @right */

	cudaStreamSynchronize(s[0]);
	cudaStreamSynchronize(s[1]);
	cublasDestroy(handle);
	cudaStreamDestroy(s[0]);
	cudaStreamDestroy(s[1]);
	cudaFree(m);
	return 0;
}

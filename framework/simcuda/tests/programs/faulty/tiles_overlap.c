/* Uploads a matrix in two tiles on two streams; the tiles share a column. */
/* expect: race at @right and @left */
#include <cuda_runtime.h>

#define ROWS 20
#define COLS 64
#define LEFT 33

int main(void)
{
	char *pinned, *x;
	cudaStream_t a, b;

	cudaMallocHost((void **)&pinned, ROWS * COLS);
	cudaMalloc((void **)&x, ROWS * COLS);
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	/* @left */
	cudaMemcpy2DAsync(x, COLS, pinned, COLS, LEFT, ROWS, cudaMemcpyHostToDevice, a);
	/* @right */
	cudaMemcpy2DAsync(x + LEFT - 1, COLS, pinned + LEFT - 1, COLS, COLS - LEFT + 1, ROWS,
			  cudaMemcpyHostToDevice, b);
	cudaStreamSynchronize(a);
	cudaStreamSynchronize(b);
	cudaStreamDestroy(a);
	cudaStreamDestroy(b);
	cudaFreeHost(pinned);
	cudaFree(x);
	return 0;
}

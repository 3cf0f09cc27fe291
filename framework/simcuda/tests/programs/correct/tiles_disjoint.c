/* Uploads a matrix in four tiles on four streams, and fetches a tile across them. */
/* expect: nothing */
/* prints: 0 1 2 3 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#define ROWS 20
#define COLS 64
#define H    (ROWS / 2)
#define W    (COLS / 2)

int main(void)
{
	char *pinned, *x, tile[4];
	cudaStream_t s[4];

	cudaMallocHost((void **)&pinned, ROWS * COLS);
	for (int i = 0; i < ROWS * COLS; i++)
		pinned[i] = (char)(i / COLS / H * 2 + i % COLS / W);
	cudaMalloc((void **)&x, ROWS * COLS);
	for (int i = 0; i < 4; i++) {
		size_t corner = (size_t)(i / 2) * H * COLS + (size_t)(i % 2) * W;
		cudaStreamCreate(&s[i]);
		cudaMemcpy2DAsync(x + corner, COLS, pinned + corner, COLS, W, H,
				  cudaMemcpyHostToDevice, s[i]);
	}
	cudaMemcpy2D(tile, 2, x + (H - 1) * COLS + W - 1, COLS, 2, 2, cudaMemcpyDeviceToHost);
	printf("%d %d %d %d\n", tile[0], tile[1], tile[2], tile[3]);
	for (int i = 0; i < 4; i++)
		cudaStreamDestroy(s[i]);
	cudaFreeHost(pinned);
	cudaFree(x);
	return 0;
}

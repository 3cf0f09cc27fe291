/* Copies a matrix row by row with the host's pitch on the device side, where rows are closer. */
/* expect: out-of-bounds at @copy and @malloc */
#include <cuda_runtime.h>

#define ROWS  10
#define WIDTH 24
#define PITCH 32

int main(void)
{
	static char host[ROWS * PITCH];
	char *device;

	cudaMalloc((void **)&device, ROWS * WIDTH); /* @malloc */
	/* @copy */
	cudaMemcpy2D(device, PITCH, host, PITCH, WIDTH, ROWS, cudaMemcpyHostToDevice);
	cudaFree(device);
	return 0;
}

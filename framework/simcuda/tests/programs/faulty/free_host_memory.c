/* Gives cudaFree what malloc returned. */
/* expect: host-pointer at @free */
#include <cuda_runtime.h>
#include <stdlib.h>

int main(void)
{
	float *host = malloc(100 * sizeof *host), *device;

	if (!host || cudaMalloc((void **)&device, 100 * sizeof *device) != cudaSuccess)
		return 1;
	cudaFree(host); /* @free */
	cudaFree(device);
	free(host);
	return 0;
}

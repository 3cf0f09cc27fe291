/* Fetches a result from memory that was freed a line before. */
/* expect: use-after-free at @copy and @free */
/* prints: cudaErrorInvalidValue */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	int host[10] = {0}, *device;

	cudaMalloc((void **)&device, sizeof host);
	cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
	cudaFree(device); /* @free */
	/* @copy */
	cudaError_t error = cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
	printf("%s\n", cudaGetErrorName(error));
	return 0;
}

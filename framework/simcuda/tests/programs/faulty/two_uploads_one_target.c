/* Uploads the first half of a buffer on one stream, and all of it on another. */
/* expect: race at @all and @half */
#include <cuda_runtime.h>
#include <stdlib.h>

#define BYTES 6000

int main(void)
{
	char *pinned, *device;
	cudaStream_t a, b;

	cudaMallocHost((void **)&pinned, BYTES);
	cudaMalloc((void **)&device, BYTES);
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaMemcpyAsync(device, pinned, BYTES / 2, cudaMemcpyHostToDevice, a); /* @half */
	cudaMemcpyAsync(device, pinned, BYTES, cudaMemcpyHostToDevice, b);     /* @all */
	cudaStreamSynchronize(b);
	cudaStreamSynchronize(a);

	cudaStreamDestroy(a);
	cudaStreamDestroy(b);
	cudaFreeHost(pinned);
	cudaFree(device);
	return 0;
}

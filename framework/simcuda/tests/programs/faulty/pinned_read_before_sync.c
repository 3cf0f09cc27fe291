/* Prints a pinned result right after the asynchronous copy was queued. */
/* expect: race at @read and @copy */
/* prints: 5 */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	unsigned char *pinned, *device;
	cudaStream_t stream;

	cudaStreamCreate(&stream);
	cudaMallocHost((void **)&pinned, 100);
	cudaMalloc((void **)&device, 100);
	pinned[0] = 5;
	cudaMemsetAsync(device, 7, 100, stream);
	cudaMemcpyAsync(pinned, device, 100, cudaMemcpyDeviceToHost, stream); /* @copy */
	printf("%d\n", pinned[0]);                                            /* @read */
	cudaStreamSynchronize(stream);

	cudaStreamDestroy(stream);
	cudaFreeHost(pinned);
	cudaFree(device);
	return 0;
}

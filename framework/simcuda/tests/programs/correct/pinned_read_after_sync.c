/* Prints a pinned result after the stream was waited for; touches another one meanwhile. */
/* expect: nothing */
/* prints: 5 7 */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	unsigned char *pinned, *other, *device;
	cudaStream_t stream;

	cudaStreamCreate(&stream);
	cudaMallocHost((void **)&pinned, 100);
	cudaMallocHost((void **)&other, 100);
	cudaMalloc((void **)&device, 100);
	cudaMemsetAsync(device, 7, 100, stream);
	cudaMemcpyAsync(pinned, device, 100, cudaMemcpyDeviceToHost, stream);
	other[0] = 5;
	cudaStreamSynchronize(stream);
	printf("%d %d\n", other[0], pinned[0]);

	cudaStreamDestroy(stream);
	cudaFreeHost(pinned);
	cudaFreeHost(other);
	cudaFree(device);
	return 0;
}

/* Frees everything, streams and events too, and resets the device at the end. */
/* expect: nothing */
/* prints: no error */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	void *device, *pinned;
	cudaStream_t stream;
	cudaEvent_t event;

	cudaStreamCreate(&stream);
	cudaEventCreate(&event);
	cudaMalloc(&device, 10000);
	cudaMallocHost(&pinned, 10000);
	cudaMemcpyAsync(device, pinned, 10000, cudaMemcpyHostToDevice, stream);
	cudaEventRecord(event, stream);
	cudaEventSynchronize(event);
	cudaEventDestroy(event);
	cudaStreamDestroy(stream);
	cudaFreeHost(pinned);
	cudaFree(device);
	printf("%s\n", cudaGetErrorString(cudaDeviceReset()));
	return 0;
}

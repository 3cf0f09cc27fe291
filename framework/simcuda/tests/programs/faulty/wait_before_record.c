/* Queues the wait before the event is recorded: there is nothing to wait for yet. */
/* expect: race at @copy and @memset */
/* prints: 0 */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	unsigned char *device, *result;
	cudaStream_t producer, consumer;
	cudaEvent_t done;

	cudaMalloc((void **)&device, 64);
	cudaMallocHost((void **)&result, 64);
	cudaMemset(device, 0, 64);
	cudaDeviceSynchronize();
	cudaStreamCreate(&producer);
	cudaStreamCreate(&consumer);
	cudaEventCreate(&done);

	cudaStreamWaitEvent(consumer, done, 0);
	cudaMemsetAsync(device, 9, 64, producer); /* @memset */
	cudaEventRecord(done, producer);
	cudaMemcpyAsync(result, device, 64, cudaMemcpyDeviceToHost, consumer); /* @copy */
	cudaStreamSynchronize(consumer);
	printf("%d\n", result[63]);

	cudaDeviceSynchronize();
	cudaEventDestroy(done);
	cudaStreamDestroy(producer);
	cudaStreamDestroy(consumer);
	cudaFreeHost(result);
	cudaFree(device);
	return 0;
}

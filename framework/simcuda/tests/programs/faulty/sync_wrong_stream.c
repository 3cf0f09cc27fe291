/* Waits for the stream that computes, and reads what another stream is still copying. */
/* expect: race at @read and @copy */
/* prints: 0 */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	unsigned char *device, *result;
	cudaStream_t compute, copy;
	cudaEvent_t done;

	cudaMalloc((void **)&device, 4096);
	cudaMallocHost((void **)&result, 4096);
	cudaStreamCreate(&compute);
	cudaStreamCreate(&copy);
	cudaEventCreateWithFlags(&done, cudaEventDisableTiming);

	cudaMemsetAsync(device, 3, 4096, compute);
	cudaEventRecord(done, compute);
	cudaStreamWaitEvent(copy, done, 0);
	cudaMemcpyAsync(result, device, 4096, cudaMemcpyDeviceToHost, copy); /* @copy */
	cudaStreamSynchronize(compute);
	printf("%d\n", result[100]); /* @read */

	cudaStreamSynchronize(copy);
	cudaEventDestroy(done);
	cudaStreamDestroy(compute);
	cudaStreamDestroy(copy);
	cudaFreeHost(result);
	cudaFree(device);
	return 0;
}

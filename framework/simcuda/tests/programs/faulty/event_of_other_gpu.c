/* Records an event of GPU 0 in a stream of GPU 1. */
/* expect: wrong-device at @record */
/* prints: cudaErrorInvalidResourceHandle */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	cudaStream_t stream;
	cudaEvent_t event;

	cudaEventCreate(&event);
	cudaSetDevice(1);
	cudaStreamCreate(&stream);
	cudaError_t error = cudaEventRecord(event, stream); /* @record */
	printf("%s\n", cudaGetErrorName(error));
	cudaStreamDestroy(stream);
	cudaEventDestroy(event);
	return 0;
}

/* Takes the time between events of two GPUs. */
/* expect: wrong-device at @elapsed */
/* prints: cudaErrorInvalidResourceHandle */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	cudaEvent_t event[2];
	float ms = 0;

	for (int gpu = 0; gpu < 2; gpu++) {
		cudaSetDevice(gpu);
		cudaEventCreate(&event[gpu]);
		cudaEventRecord(event[gpu], 0);
		cudaEventSynchronize(event[gpu]);
	}
	cudaError_t error = cudaEventElapsedTime(&ms, event[0], event[1]); /* @elapsed */
	printf("%s\n", cudaGetErrorName(error));
	for (int gpu = 0; gpu < 2; gpu++)
		cudaEventDestroy(event[gpu]);
	return 0;
}

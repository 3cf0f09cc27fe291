/* Polls an event, gives up after a second, and then tells how long it took. */
/* expect: nothing */
/* prints: done in time */
#include <cuda_runtime.h>
#include <stdio.h>
#include <time.h>

#define BYTES (4 << 20)

static double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(void)
{
	char *pinned, *device;
	cudaStream_t stream;
	cudaEvent_t done;
	cudaError_t answer;

	cudaMallocHost((void **)&pinned, BYTES);
	cudaMalloc((void **)&device, BYTES);
	cudaStreamCreate(&stream);
	cudaEventCreate(&done);

	double start = seconds();
	cudaMemcpyAsync(device, pinned, BYTES, cudaMemcpyHostToDevice, stream);
	cudaEventRecord(done, stream);
	while ((answer = cudaEventQuery(done)) == cudaErrorNotReady)
		if (seconds() - start > 1)
			break;
	double taken = seconds() - start;
	printf("%s\n", answer == cudaSuccess && taken < 1 ? "done in time" : "too late");

	cudaEventDestroy(done);
	cudaStreamDestroy(stream);
	cudaFreeHost(pinned);
	cudaFree(device);
	return 0;
}

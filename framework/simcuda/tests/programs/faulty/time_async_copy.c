/* Works out a bandwidth from the time it takes to queue an asynchronous copy. */
/* expect: unsynchronised-timing at @stop and @copy */
#include <cuda_runtime.h>
#include <stdio.h>
#include <time.h>

#define BYTES (8 << 20)

int main(void)
{
	char *pinned, *device;
	struct timespec start, stop;
	cudaStream_t stream;

	cudaMallocHost((void **)&pinned, BYTES);
	cudaMalloc((void **)&device, BYTES);
	cudaStreamCreate(&stream);

	clock_gettime(CLOCK_MONOTONIC, &start);
	cudaMemcpyAsync(device, pinned, BYTES, cudaMemcpyHostToDevice, stream); /* @copy */
	clock_gettime(CLOCK_MONOTONIC, &stop);                                  /* @stop */
	cudaStreamSynchronize(stream);
	fprintf(stderr, "%g GB/s\n", BYTES / (double)(stop.tv_nsec - start.tv_nsec));

	cudaStreamDestroy(stream);
	cudaFreeHost(pinned);
	cudaFree(device);
	return 0;
}

/* Times copies that return when they are done: pageable ones, and a pinned cudaMemcpy. */
/* expect: nothing */
/* prints: pinned is faster */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define BYTES (8 << 20)

static double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(void)
{
	char *pinned, *pageable = calloc(1, BYTES), *device;

	cudaMallocHost((void **)&pinned, BYTES);
	cudaMalloc((void **)&device, BYTES);
	cudaMemset(device, 1, BYTES);
	cudaDeviceSynchronize();

	double start = seconds();
	cudaMemcpy(pageable, device, BYTES, cudaMemcpyDeviceToHost);
	double middle = seconds();
	cudaMemcpy(pinned, device, BYTES, cudaMemcpyDeviceToHost);
	double stop = seconds();
	printf("pinned is %s\n", stop - middle < middle - start ? "faster" : "slower");

	free(pageable);
	cudaFreeHost(pinned);
	cudaFree(device);
	return 0;
}

/* Multiplies the size of a fill by the size of an element once too often. */
/* expect: out-of-bounds at @memset and @malloc */
#include <cuda_runtime.h>

#define BYTES (100 * sizeof(int))

int main(void)
{
	int *device;

	cudaMalloc((void **)&device, BYTES);        /* @malloc */
	cudaMemset(device, 0, BYTES * sizeof(int)); /* @memset */
	cudaFree(device);
	return 0;
}

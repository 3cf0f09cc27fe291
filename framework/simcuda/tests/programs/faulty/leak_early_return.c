/* Leaves by an early return and forgets the first of two buffers. */
/* expect: leak at @malloc */
#include <cuda_runtime.h>
#include <stdio.h>

static int prepare(size_t bytes)
{
	void *small, *large;

	if (cudaMalloc(&small, bytes) != cudaSuccess) /* @malloc */
		return -1;
	if (cudaMalloc(&large, bytes << 30) != cudaSuccess)
		return -1;
	cudaFree(large);
	cudaFree(small);
	return 0;
}

int main(void)
{
	if (prepare(1000) != 0)
		fprintf(stderr, "no memory: %s\n", cudaGetErrorString(cudaGetLastError()));
	return 0;
}

/* Runs out of memory, and gives back what it had. */
/* expect: nothing */
/* prints: cudaErrorMemoryAllocation */
#include <cuda_runtime.h>
#include <stdio.h>

static int prepare(size_t bytes)
{
	void *small, *large;

	if (cudaMalloc(&small, bytes) != cudaSuccess)
		return -1;
	int failed = cudaMalloc(&large, bytes << 30) != cudaSuccess;
	if (!failed)
		cudaFree(large);
	cudaFree(small);
	return failed ? -1 : 0;
}

int main(void)
{
	if (prepare(1000) != 0)
		printf("%s\n", cudaGetErrorName(cudaGetLastError()));
	return 0;
}

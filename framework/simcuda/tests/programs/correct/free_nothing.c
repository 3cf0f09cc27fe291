/* Frees a null pointer, twice, and memory that was never wanted: all of it is allowed. */
/* expect: nothing */
/* prints: 0 0 0 */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	void *device = NULL, *pinned = NULL;

	int empty = cudaMalloc(&device, 0);
	int first = cudaFree(device);
	int second = cudaFree(NULL);
	cudaFreeHost(pinned);
	printf("%d %d %d\n", empty, first, second);
	return 0;
}

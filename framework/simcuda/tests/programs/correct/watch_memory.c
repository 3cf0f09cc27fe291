/* Prints the free memory around each allocation while work is queued. */
/* expect: nothing */
/* prints: 0 left over */
#include <cuda_runtime.h>
#include <stdio.h>

#define BLOCKS 6

int main(void)
{
	char *block[BLOCKS];
	size_t before, now, total;
	cudaStream_t s;

	cudaStreamCreate(&s);
	cudaMemGetInfo(&before, &total);
	for (int i = 0; i < BLOCKS; i++) {
		cudaMalloc((void **)&block[i], (size_t)(i + 1) << 20);
		cudaMemsetAsync(block[i], i, 1 << 20, s);
		cudaMemGetInfo(&now, &total);
		fprintf(stderr, "%zu of %zu\n", now, total);
	}
	for (int i = 0; i < BLOCKS; i++)
		cudaFree(block[i]);
	cudaMemGetInfo(&now, &total);
	printf("%zu left over\n", before - now);
	cudaStreamDestroy(s);
	return 0;
}

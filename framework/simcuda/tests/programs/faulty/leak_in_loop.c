/* Allocates a new batch in every step and frees only the last one. */
/* expect: leak at @malloc */
#include <cuda_runtime.h>
#include <stdlib.h>

int main(void)
{
	char *batch = NULL;

	for (int step = 0; step < 10; step++) {
		cudaMalloc((void **)&batch, 5000); /* @malloc */
		cudaMemset(batch, step, 5000);
	}
	cudaFree(batch);
	return 0;
}

/* Does not look whether cudaMalloc succeeded, and copies to a null pointer. */
/* expect: host-pointer at @copy */
/* prints: cudaErrorInvalidValue */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	static char host[100];
	char *x = NULL;

	cudaMalloc((void **)&x, (size_t)1 << 40);
	cudaError_t error = cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice); /* @copy */
	printf("%s\n", cudaGetErrorName(error));
	return 0;
}

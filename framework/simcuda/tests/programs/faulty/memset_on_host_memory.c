/* Clears an array of the host with cudaMemset. */
/* expect: host-pointer at @memset */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	static float host[64];

	cudaError_t error = cudaMemset(host, 0, sizeof host); /* @memset */
	fprintf(stderr, "%s\n", cudaGetErrorString(error));
	return 0;
}

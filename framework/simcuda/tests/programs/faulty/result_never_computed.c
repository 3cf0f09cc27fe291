/* Fetches a result that nothing has written. */
/* expect: uninitialised-read at @copy and @malloc */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	unsigned host[8], *device;

	cudaMalloc((void **)&device, sizeof host); /* @malloc */
	/* @copy */
	cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
	fprintf(stderr, "%x\n", host[0]);
	cudaFree(device);
	return 0;
}

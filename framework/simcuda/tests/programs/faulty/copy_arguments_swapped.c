/* Swaps target and source of cudaMemcpy. */
/* expect: host-pointer at @copy */
/* expect: uninitialised-read at @back and @malloc */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	float host[16] = {1}, back[16], *device;

	cudaMalloc((void **)&device, sizeof host);                     /* @malloc */
	cudaMemcpy(host, device, sizeof host, cudaMemcpyHostToDevice); /* @copy */
	cudaMemcpy(back, device, sizeof back, cudaMemcpyDeviceToHost); /* @back */
	fprintf(stderr, "%g\n", back[0]);
	cudaFree(device);
	return 0;
}

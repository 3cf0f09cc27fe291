/* Pins an array of the program's own for the time of a copy. */
/* expect: nothing */
/* prints: 3 3 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#define BYTES 8192

int main(void)
{
	static char host[BYTES];
	char *x;
	cudaStream_t s;

	memset(host, 3, sizeof host);
	cudaHostRegister(host, sizeof host, cudaHostRegisterDefault);
	cudaMalloc((void **)&x, sizeof host);
	cudaStreamCreate(&s);
	cudaMemcpyAsync(x, host, sizeof host, cudaMemcpyHostToDevice, s);
	cudaStreamSynchronize(s);
	memset(host, 0, sizeof host);
	cudaMemcpyAsync(host, x, sizeof host, cudaMemcpyDeviceToHost, s);
	cudaStreamSynchronize(s);
	cudaHostUnregister(host);
	printf("%d %d\n", host[0], host[BYTES - 1]);
	cudaStreamDestroy(s);
	cudaFree(x);
	return 0;
}

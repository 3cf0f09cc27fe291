/* Copies n + 1 elements into an array of n. */
/* expect: out-of-bounds at @copy and @malloc */
#include <cuda_runtime.h>

#define N 100

int main(void)
{
	static char host[N + 1];
	char *device;

	cudaMalloc((void **)&device, N);                         /* @malloc */
	cudaMemcpy(device, host, N + 1, cudaMemcpyHostToDevice); /* @copy */
	cudaFree(device);
	return 0;
}

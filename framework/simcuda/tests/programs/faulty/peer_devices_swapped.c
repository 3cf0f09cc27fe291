/* Swaps the two device numbers of cudaMemcpyPeer. */
/* expect: wrong-device at @copy and @malloc */
/* prints: cudaErrorInvalidValue */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	char *on0, *on1;

	cudaMalloc((void **)&on0, 100);
	cudaMemset(on0, 0, 100);
	cudaSetDevice(1);
	cudaMalloc((void **)&on1, 100); /* @malloc */
	cudaMemset(on1, 0, 100);
	cudaError_t error = cudaMemcpyPeer(on1, 0, on0, 1, 100); /* @copy */
	printf("%s\n", cudaGetErrorName(error));
	cudaFree(on0);
	cudaFree(on1);
	return 0;
}

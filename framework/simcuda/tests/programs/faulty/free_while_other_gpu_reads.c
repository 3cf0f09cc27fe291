/* Frees memory of GPU 0, for which only GPU 0 is waited for, while GPU 1 still copies from it. */
/* expect: use-after-free at @free and @fetch */
#include <cuda_runtime.h>
#include <stdio.h>

#define BYTES (4 << 20)

int main(void)
{
	char *on0, *on1;
	cudaStream_t s1;

	cudaSetDevice(0);
	cudaMalloc((void **)&on0, BYTES);
	cudaMemset(on0, 1, BYTES);
	cudaDeviceSynchronize();
	cudaSetDevice(1);
	cudaMalloc((void **)&on1, BYTES);
	cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
	cudaMemcpyAsync(on1, on0, BYTES, cudaMemcpyDefault, s1); /* @fetch */
	cudaSetDevice(0);
	cudaDeviceSynchronize();
	cudaFree(on0); /* @free */

	cudaSetDevice(1);
	cudaStreamSynchronize(s1);
	cudaStreamDestroy(s1);
	cudaFree(on1);
	return 0;
}

/* Frees memory of GPU 0 after the stream of GPU 1 that copied from it has been waited for. */
/* expect: nothing */
/* prints: 1 */
#include <cuda_runtime.h>
#include <stdio.h>

#define BYTES (4 << 20)

int main(void)
{
	char *on0, *on1, last = 0;
	cudaStream_t s1;

	cudaSetDevice(0);
	cudaMalloc((void **)&on0, BYTES);
	cudaMemset(on0, 1, BYTES);
	cudaDeviceSynchronize();
	cudaSetDevice(1);
	cudaMalloc((void **)&on1, BYTES);
	cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
	cudaMemcpyAsync(on1, on0, BYTES, cudaMemcpyDefault, s1);
	cudaStreamSynchronize(s1);
	cudaFree(on0);
	cudaMemcpy(&last, on1 + BYTES - 1, 1, cudaMemcpyDeviceToHost);
	printf("%d\n", last);
	cudaStreamDestroy(s1);
	cudaFree(on1);
	return 0;
}

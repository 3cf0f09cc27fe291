/* Takes memory in one stream and fills it in another, which does not wait for the first. */
/* expect: race at @fill and @malloc */
#include <cuda_runtime.h>

int main(void)
{
	char *memory;
	cudaStream_t one, other;

	cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
	cudaMallocAsync((void **)&memory, 4096, one); /* @malloc */
	cudaMemsetAsync(memory, 0, 4096, other);      /* @fill */
	cudaMemsetAsync(memory, 1, 4096, other);
	cudaStreamSynchronize(other);
	cudaFreeAsync(memory, other);
	cudaDeviceSynchronize();
	cudaStreamDestroy(one);
	cudaStreamDestroy(other);
	return 0;
}

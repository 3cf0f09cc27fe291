/* Uses the stream of the thread by its name; it takes turns with the default stream. */
/* expect: nothing */
/* prints: 5 6 */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	unsigned char *x, *pinned;

	cudaMalloc((void **)&x, 10);
	cudaMallocHost((void **)&pinned, 2);
	cudaMemsetAsync(x, 5, 10, cudaStreamPerThread);
	cudaMemcpyAsync(pinned, x, 1, cudaMemcpyDeviceToHost, 0);
	cudaMemsetAsync(x, 6, 10, cudaStreamPerThread);
	cudaMemcpyAsync(pinned + 1, x, 1, cudaMemcpyDeviceToHost, cudaStreamPerThread);
	cudaStreamSynchronize(cudaStreamPerThread);
	printf("%d %d\n", pinned[0], pinned[1]);
	cudaFreeHost(pinned);
	cudaFree(x);
	return 0;
}

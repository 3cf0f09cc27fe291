/* Asks whether the copy is over, and goes on whatever the answer is. */
/* expect: race at @read and @copy */
#include <cuda_runtime.h>
#include <stdio.h>

#define COUNT (1 << 18)

int main(void)
{
	int *device, *result, sum = 0;
	cudaStream_t stream;

	cudaMalloc((void **)&device, COUNT * sizeof *device);
	cudaMallocHost((void **)&result, COUNT * sizeof *result);
	cudaStreamCreate(&stream);
	cudaMemsetAsync(device, 0, COUNT * sizeof *device, stream);
	/* @copy */
	cudaMemcpyAsync(result, device, COUNT * sizeof *device, cudaMemcpyDeviceToHost, stream);
	cudaStreamQuery(stream);
	for (int i = 0; i < COUNT; i++)
		sum += result[i]; /* @read */
	fprintf(stderr, "%d\n", sum);

	cudaStreamSynchronize(stream);
	cudaStreamDestroy(stream);
	cudaFreeHost(result);
	cudaFree(device);
	return 0;
}

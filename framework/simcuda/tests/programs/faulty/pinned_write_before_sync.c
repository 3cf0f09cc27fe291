/* Changes the source of an asynchronous copy before the copy is over. */
/* expect: race at @write and @copy */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	int *pinned, *device, back = 0;
	cudaStream_t stream;

	cudaStreamCreate(&stream);
	cudaHostAlloc((void **)&pinned, 1000 * sizeof *pinned, cudaHostAllocDefault);
	cudaMalloc((void **)&device, 1000 * sizeof *device);
	for (int i = 0; i < 1000; i++)
		pinned[i] = i;
	/* @copy */
	cudaMemcpyAsync(device, pinned, 1000 * sizeof *pinned, cudaMemcpyHostToDevice, stream);
	pinned[999] = -1; /* @write */
	cudaStreamSynchronize(stream);
	cudaMemcpy(&back, device + 999, sizeof back, cudaMemcpyDeviceToHost);
	fprintf(stderr, "%d\n", back);

	cudaStreamDestroy(stream);
	cudaFreeHost(pinned);
	cudaFree(device);
	return 0;
}

/* Fills the pinned buffer with the next batch while the copy of the last one is still queued. */
/* expect: race at @fill and @upload */
#include <cuda_runtime.h>
#include <stdio.h>

#define BATCH   5000
#define BATCHES 3

int main(void)
{
	float *pinned, *device;
	cudaStream_t stream;

	cudaMallocHost((void **)&pinned, BATCH * sizeof *pinned);
	cudaMalloc((void **)&device, BATCHES * BATCH * sizeof *device);
	cudaStreamCreate(&stream);
	for (int k = 0; k < BATCHES; k++) {
		for (int i = 0; i < BATCH; i++)
			pinned[i] = (float)k; /* @fill */
		/* @upload */
		cudaMemcpyAsync(device + (size_t)k * BATCH, pinned, BATCH * sizeof *pinned,
				cudaMemcpyHostToDevice, stream);
	}
	cudaStreamSynchronize(stream);

	cudaStreamDestroy(stream);
	cudaFreeHost(pinned);
	cudaFree(device);
	return 0;
}

/* One pinned buffer, one half on its way to the GPU while the host fills the other half. */
/* expect: nothing */
/* prints: 1 2 */
#include <cuda_runtime.h>
#include <stdio.h>

#define HALF 50

int main(void)
{
	unsigned char *pinned, *device, back[2 * HALF];
	cudaStream_t stream;

	cudaStreamCreate(&stream);
	cudaMallocHost((void **)&pinned, 2 * HALF);
	cudaMalloc((void **)&device, 2 * HALF);
	for (int half = 0; half < 2; half++) {
		for (int i = 0; i < HALF; i++)
			pinned[half * HALF + i] = (unsigned char)(half + 1);
		cudaMemcpyAsync(device + half * HALF, pinned + half * HALF, HALF,
				cudaMemcpyHostToDevice, stream);
	}
	cudaStreamSynchronize(stream);
	cudaMemcpy(back, device, sizeof back, cudaMemcpyDeviceToHost);
	printf("%d %d\n", back[HALF - 1], back[HALF]);

	cudaStreamDestroy(stream);
	cudaFreeHost(pinned);
	cudaFree(device);
	return 0;
}

/* Uploads the two halves of a buffer on two streams. */
/* expect: nothing */
/* prints: 11 22 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#define HALF 3000

int main(void)
{
	char *pinned, *device, back[2 * HALF];
	cudaStream_t s[2];

	cudaMallocHost((void **)&pinned, 2 * HALF);
	memset(pinned, 11, HALF);
	memset(pinned + HALF, 22, HALF);
	cudaMalloc((void **)&device, 2 * HALF);
	for (int i = 0; i < 2; i++) {
		cudaStreamCreate(&s[i]);
		cudaMemcpyAsync(device + i * HALF, pinned + i * HALF, HALF, cudaMemcpyHostToDevice,
				s[i]);
	}
	cudaDeviceSynchronize();
	cudaMemcpy(back, device, sizeof back, cudaMemcpyDeviceToHost);
	printf("%d %d\n", back[HALF - 1], back[HALF]);

	for (int i = 0; i < 2; i++)
		cudaStreamDestroy(s[i]);
	cudaFreeHost(pinned);
	cudaFree(device);
	return 0;
}

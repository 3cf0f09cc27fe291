/* Reads the source of an asynchronous copy while it is under way, and changes it afterwards. */
/* expect: nothing */
/* prints: 499500 999 */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	int *pinned, *device, back = 0, sum = 0;
	cudaStream_t stream;

	cudaStreamCreate(&stream);
	cudaHostAlloc((void **)&pinned, 1000 * sizeof *pinned, cudaHostAllocDefault);
	cudaMalloc((void **)&device, 1000 * sizeof *device);
	for (int i = 0; i < 1000; i++)
		pinned[i] = i;
	cudaMemcpyAsync(device, pinned, 1000 * sizeof *pinned, cudaMemcpyHostToDevice, stream);
	for (int i = 0; i < 1000; i++)
		sum += pinned[i];
	cudaStreamSynchronize(stream);
	pinned[999] = -1;
	cudaMemcpy(&back, device + 999, sizeof back, cudaMemcpyDeviceToHost);
	printf("%d %d\n", sum, back);

	cudaStreamDestroy(stream);
	cudaFreeHost(pinned);
	cudaFree(device);
	return 0;
}

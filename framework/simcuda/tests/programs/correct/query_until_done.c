/* Asks until the copy is over, doing work of its own meanwhile; then the result is there. */
/* expect: nothing */
/* prints: 262144 */
#include <cuda_runtime.h>
#include <stdio.h>

#define COUNT (1 << 18)

int main(void)
{
	unsigned char *device, *result;
	int sum = 0, asked = 0;
	cudaStream_t stream;

	cudaMalloc((void **)&device, COUNT);
	cudaMallocHost((void **)&result, COUNT);
	cudaStreamCreate(&stream);
	cudaMemsetAsync(device, 1, COUNT, stream);
	cudaMemcpyAsync(result, device, COUNT, cudaMemcpyDeviceToHost, stream);
	while (cudaStreamQuery(stream) == cudaErrorNotReady)
		asked++;
	for (int i = 0; i < COUNT; i++)
		sum += result[i];
	printf("%d\n", asked > 0 ? sum : -1);

	cudaStreamDestroy(stream);
	cudaFreeHost(result);
	cudaFree(device);
	return 0;
}

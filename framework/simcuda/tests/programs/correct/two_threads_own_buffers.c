/* Two host threads with streams and buffers of their own, both waited for before the result. */
/* expect: nothing */
/* prints: 0 1 */
#include <cuda_runtime.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define BYTES 10000

static char *device;
static char *pinned[2];

static void *work(void *argument)
{
	int own = *(int *)argument;
	cudaStream_t stream;
	cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
	memset(pinned[own], own, BYTES);
	cudaMemcpyAsync(device + (size_t)own * BYTES, pinned[own], BYTES, cudaMemcpyHostToDevice,
			stream);
	cudaStreamSynchronize(stream);
	cudaStreamDestroy(stream);
	return NULL;
}

int main(void)
{
	static char back[2 * BYTES];
	pthread_t thread[2];
	int number[2] = {0, 1};

	cudaMalloc((void **)&device, sizeof back);
	for (int i = 0; i < 2; i++)
		cudaMallocHost((void **)&pinned[i], BYTES);
	for (int i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, work, &number[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	cudaMemcpy(back, device, sizeof back, cudaMemcpyDeviceToHost);
	printf("%d %d\n", back[BYTES - 1], back[BYTES]);
	for (int i = 0; i < 2; i++)
		cudaFreeHost(pinned[i]);
	cudaFree(device);
	return 0;
}

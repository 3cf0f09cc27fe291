/* Two host threads, each with a stream of its own, upload into the same device buffer. */
/* expect: race at @upload and @upload */
#include <cuda_runtime.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define BYTES 10000

static char *device;
static char *pinned[2];

static void *work(void *argument)
{
	char *mine = argument;
	cudaStream_t stream;
	cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
	memset(mine, mine == pinned[1], BYTES);
	cudaMemcpyAsync(device, mine, BYTES, cudaMemcpyHostToDevice, stream); /* @upload */
	return stream;
}

int main(void)
{
	pthread_t thread[2];

	cudaMalloc((void **)&device, BYTES);
	for (int i = 0; i < 2; i++)
		cudaMallocHost((void **)&pinned[i], BYTES);
	for (int i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, work, pinned[i]);
	for (int i = 0; i < 2; i++) {
		void *stream;
		pthread_join(thread[i], &stream);
		cudaStreamDestroy(stream);
	}
	cudaDeviceSynchronize();
	for (int i = 0; i < 2; i++)
		cudaFreeHost(pinned[i]);
	cudaFree(device);
	return 0;
}

/* Takes memory in one stream and uses it in others: after an event, after a wait of the host, and
 * in the default stream, which waits for blocking ones. */
/* expect: nothing */
#include <cuda_runtime.h>

#define BYTES 4096

int main(void)
{
	char *memory[3];
	cudaStream_t one, other, blocking;
	cudaEvent_t event;

	cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
	cudaStreamCreate(&blocking);
	cudaEventCreateWithFlags(&event, cudaEventDisableTiming);

	cudaMallocAsync((void **)&memory[0], BYTES, one);
	cudaEventRecord(event, one);
	cudaStreamWaitEvent(other, event, 0);
	cudaMemsetAsync(memory[0], 0, BYTES, other);

	cudaMallocAsync((void **)&memory[1], BYTES, one);
	cudaStreamSynchronize(one);
	cudaMemsetAsync(memory[1], 0, BYTES, other);

	cudaMallocAsync((void **)&memory[2], BYTES, blocking);
	cudaMemsetAsync(memory[2], 0, BYTES, 0);

	cudaDeviceSynchronize();
	for (int i = 0; i < 3; i++)
		cudaFreeAsync(memory[i], other);
	cudaDeviceSynchronize();
	cudaEventDestroy(event);
	cudaStreamDestroy(one);
	cudaStreamDestroy(other);
	cudaStreamDestroy(blocking);
	return 0;
}

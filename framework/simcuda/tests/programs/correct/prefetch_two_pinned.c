/* Two pinned buffers in turn; before one is filled again the host waits for its copy's event. */
/* expect: nothing */
/* prints: 0 1 2 3 4 */
#include <cuda_runtime.h>
#include <stdio.h>

#define BATCH   5000
#define BATCHES 5

int main(void)
{
	float *pinned[2], *device;
	cudaEvent_t uploaded[2];
	cudaStream_t stream;

	for (int k = 0; k < 2; k++) {
		cudaMallocHost((void **)&pinned[k], BATCH * sizeof *pinned[k]);
		cudaEventCreateWithFlags(&uploaded[k], cudaEventDisableTiming);
	}
	cudaMalloc((void **)&device, BATCHES * BATCH * sizeof *device);
	cudaStreamCreate(&stream);
	for (int k = 0; k < BATCHES; k++) {
		cudaEventSynchronize(uploaded[k % 2]);
		for (int i = 0; i < BATCH; i++)
			pinned[k % 2][i] = (float)k;
		cudaMemcpyAsync(device + (size_t)k * BATCH, pinned[k % 2], BATCH * sizeof(float),
				cudaMemcpyHostToDevice, stream);
		cudaEventRecord(uploaded[k % 2], stream);
	}
	for (int k = 0; k < BATCHES; k++) {
		float last;
		cudaMemcpy(&last, device + (size_t)(k + 1) * BATCH - 1, sizeof last,
			   cudaMemcpyDeviceToHost);
		printf("%g%c", last, k + 1 < BATCHES ? ' ' : '\n');
	}

	cudaStreamDestroy(stream);
	for (int k = 0; k < 2; k++) {
		cudaEventDestroy(uploaded[k]);
		cudaFreeHost(pinned[k]);
	}
	cudaFree(device);
	return 0;
}

/* pageable_pinned.c - a copy to the GPU and a copy back in two streams: first from ordinary memory,
 * where each call waits, then from pinned memory, where they run at the same time.
 * machine: 1xa100 */
#include <string.h>

#include "timeline.h"

#define BYTES ((size_t)4 << 20)

int main(void)
{
	char *ordinary[2] = {malloc(BYTES), malloc(BYTES)}, *pinned[2], *gpu[2];
	cudaStream_t stream[2];

	for (int i = 0; i < 2; i++) {
		CUDA(cudaMallocHost((void **)&pinned[i], BYTES));
		CUDA(cudaMalloc((void **)&gpu[i], BYTES));
		CUDA(cudaMemset(gpu[i], 0, BYTES));
		CUDA(cudaStreamCreate(&stream[i]));
		MUST(ordinary[i]);
		memset(ordinary[i], 0, BYTES);
		memset(pinned[i], 0, BYTES);
	}
	figure_begin();
	CUDA(cudaMemcpyAsync(gpu[0], ordinary[0], BYTES, cudaMemcpyHostToDevice, stream[0]));
	CUDA(cudaMemcpyAsync(ordinary[1], gpu[1], BYTES, cudaMemcpyDeviceToHost, stream[1]));
	CUDA(cudaDeviceSynchronize());
	CUDA(cudaMemcpyAsync(gpu[0], pinned[0], BYTES, cudaMemcpyHostToDevice, stream[0]));
	CUDA(cudaMemcpyAsync(pinned[1], gpu[1], BYTES, cudaMemcpyDeviceToHost, stream[1]));
	CUDA(cudaDeviceSynchronize());
	figure_end();
	for (int i = 0; i < 2; i++) {
		CUDA(cudaStreamDestroy(stream[i]));
		CUDA(cudaFree(gpu[i]));
		CUDA(cudaFreeHost(pinned[i]));
		free(ordinary[i]);
	}
	return 0;
}

/* Frees what lies on the GPU and forgets the pinned memory of the host. */
/* expect: leak at @malloc */
#include <cuda_runtime.h>

int main(void)
{
	void *pinned, *device;

	cudaMallocHost(&pinned, 10000); /* @malloc */
	cudaMalloc(&device, 10000);
	cudaMemcpy(device, pinned, 10000, cudaMemcpyHostToDevice);
	cudaFree(device);
	return 0;
}

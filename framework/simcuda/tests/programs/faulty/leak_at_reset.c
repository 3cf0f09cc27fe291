/* Lets cudaDeviceReset throw away what should have been freed. */
/* expect: leak at @malloc */
#include <cuda_runtime.h>

int main(void)
{
	void *kept, *freed;

	cudaMalloc(&kept, 10000); /* @malloc */
	cudaMalloc(&freed, 10000);
	cudaFree(freed);
	cudaDeviceReset();
	return 0;
}

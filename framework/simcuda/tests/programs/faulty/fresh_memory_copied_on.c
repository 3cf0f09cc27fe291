/* Makes a copy on the GPU of memory that holds nothing yet. */
/* expect: uninitialised-read at @copy and @malloc */
#include <cuda_runtime.h>

int main(void)
{
	char *from, *to;

	cudaMalloc((void **)&from, 3000); /* @malloc */
	cudaMalloc((void **)&to, 3000);
	cudaMemcpy(to, from, 3000, cudaMemcpyDeviceToDevice); /* @copy */
	cudaDeviceSynchronize();
	cudaFree(from);
	cudaFree(to);
	return 0;
}

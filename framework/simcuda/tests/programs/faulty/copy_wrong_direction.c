/* Says DeviceToHost of a copy between two arrays on the GPU. */
/* expect: device-pointer at @copy */
#include <cuda_runtime.h>

int main(void)
{
	float *a, *b;

	cudaMalloc((void **)&a, 256);
	cudaMalloc((void **)&b, 256);
	cudaMemset(a, 0, 256);
	cudaMemcpy(b, a, 256, cudaMemcpyDeviceToHost); /* @copy */
	cudaFree(a);
	cudaFree(b);
	return 0;
}

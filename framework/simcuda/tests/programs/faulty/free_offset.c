/* Walks along an array with the only pointer to it, and frees where it ended up. */
/* expect: out-of-bounds at @free and @malloc */
/* expect: leak at @malloc */
#include <cuda_runtime.h>

int main(void)
{
	const float row[4] = {1, 2, 3, 4};
	float *device;

	cudaMalloc((void **)&device, 12 * sizeof *device); /* @malloc */
	for (int i = 0; i < 3; i++, device += 4)
		cudaMemcpy(device, row, sizeof row, cudaMemcpyHostToDevice);
	cudaFree(device - 4); /* @free */
	return 0;
}

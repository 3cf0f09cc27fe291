/* Two pointers to one allocation, and each of them is freed. */
/* expect: double-free at @second and @first */
#include <cuda_runtime.h>

int main(void)
{
	float *weights, *shared;

	cudaMalloc((void **)&weights, 400);
	shared = weights;
	cudaFree(weights); /* @first */
	cudaFree(shared);  /* @second */
	return 0;
}

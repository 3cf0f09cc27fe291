// expect: race "kernel product writes shared memory"

#include "case.hpp"
#define TILE 16

// the barrier at the end of the loop is missing
__global__ void product(int *a, int *c)
{
	__shared__ int of_a[TILE][TILE];
	int sum = 0;
	for (int k = 0; k < 64; k += TILE) {
		of_a[threadIdx.y][threadIdx.x] = a[threadIdx.y * 64 + k + threadIdx.x] + k;
		__syncthreads();
		for (int i = 0; i < TILE; i++)
			sum += of_a[i][threadIdx.x];
	}
	c[threadIdx.y * TILE + threadIdx.x] = sum;
}
CASE(product, 1, dim3(TILE, TILE))

// expect: silent

#include "case.hpp"

// each gets a place of its own
__global__ void gather(int *x, int *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (x[i] == 0) {
		int slot = atomicAdd(&y[0], 1);
		y[1 + slot] = i;
	}
}

CASE(gather, 4, 64)

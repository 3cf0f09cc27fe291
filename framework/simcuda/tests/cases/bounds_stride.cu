// expect: out-of-bounds "kernel fill writes 4 bytes at offset 16384"

#include "case.hpp"

// a loop over the grid that goes one too far
__global__ void fill(int *x, int *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (; i <= COUNT; i += gridDim.x * blockDim.x)
		x[i] = 1;
}

CASE(fill, 4, 64)

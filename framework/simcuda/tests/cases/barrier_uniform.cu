// expect: silent

#include "case.hpp"

// a condition that is the same in all of a block
__global__ void fill(int *x, int *y)
{
	if (blockIdx.x % 2)
		__syncthreads();
	x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

CASE(fill, 4, 64)

// expect: silent

#include "case.hpp"

__global__ void fill(int *x, int *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (; i < COUNT; i += gridDim.x * blockDim.x)
		x[i] = 1;
}

CASE(fill, 4, 64)

// expect: silent

#include "case.hpp"

__global__ void fill(int *x, int *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < COUNT)
		x[i] = 1;
}

CASE(fill, 41, 100)

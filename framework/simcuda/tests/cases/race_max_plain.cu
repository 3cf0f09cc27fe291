// expect: race "kernel largest"

#include "case.hpp"

__global__ void largest(int *x, int *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (x[i] + i > y[0])
		y[0] = x[i] + i;
}

CASE(largest, 2, 64)

// expect: silent

#include "case.hpp"

__global__ void largest(int *x, int *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicMax(&y[0], x[i] + i);
}

CASE(largest, 2, 64)

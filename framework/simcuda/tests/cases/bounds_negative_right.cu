// expect: silent

#include "case.hpp"

__global__ void shift(int *x, int *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	y[i] = i > 0 ? x[i - 1] : 0;
}

CASE(shift, 2, 32)

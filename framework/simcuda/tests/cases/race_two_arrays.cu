// expect: silent

#include "case.hpp"

__global__ void shift(int *x, int *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	y[i] = x[i + 1];
}
CASE(shift, 4, 32)

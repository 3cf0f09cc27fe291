// expect: silent

#include "case.hpp"

__global__ void copy(int *x, int *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	((int4 *)y)[i] = ((int4 *)x)[i];
}

CASE(copy, 32, 32)

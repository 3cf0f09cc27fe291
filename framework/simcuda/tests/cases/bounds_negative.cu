// expect: out-of-bounds "kernel shift reads 4 bytes at offset -4 of an allocation of 16384 bytes on GPU 0, 4 bytes before it: bounds_negative.cu:LINE(y[i] =), block 0, thread 0"

#include "case.hpp"

__global__ void shift(int *x, int *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	y[i] = x[i - 1];
}

CASE(shift, 1, 32)

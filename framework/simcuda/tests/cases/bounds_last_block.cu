// expect: out-of-bounds "kernel fill writes 4 bytes at offset 16384 of an allocation of 16384 bytes on GPU 0, 4 bytes past its end: bounds_last_block.cu:LINE(x[i] =), block 40, thread 96"

#include "case.hpp"

__global__ void fill(int *x, int *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	x[i] = 1;
}

CASE(fill, 41, 100)

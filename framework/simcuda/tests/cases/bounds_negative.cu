// expect: out-of-bounds "kernel shift reads 4 bytes where no memory is, at index -1 from a pointer that it was given: bounds_negative.cu:LINE(y[i] =), block 0, thread 0"

#include "case.hpp"

__global__ void shift(int *x, int *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	y[i] = x[i - 1];
}

CASE(shift, 1, 32)

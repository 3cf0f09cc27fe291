// expect: out-of-bounds "reads 4 bytes at offset -8 of an allocation of 16384 bytes on GPU 0, 8 bytes before it: bounds_before_next.cu:LINE(y[t - 2]), block 0, thread 0"

#include "case.hpp"

__global__ void back(int *x, int *y)
{
	int t = (int)threadIdx.x;
	x[t] = y[t - 2];
}

CASE(back, 1, 32)

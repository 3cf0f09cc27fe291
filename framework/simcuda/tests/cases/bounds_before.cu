// expect: out-of-bounds "writes 4 bytes at offset -4 of an allocation of 16384 bytes on GPU 0, 4 bytes before it: bounds_before.cu:LINE(x[t - 1]), block 0, thread 0"

#include "case.hpp"

__global__ void back(int *x, int *y)
{
	int t = (int)threadIdx.x;
	x[t - 1] = 5;
	y[t] = 6;
}

CASE(back, 1, 32)

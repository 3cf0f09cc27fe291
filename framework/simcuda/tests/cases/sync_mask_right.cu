// expect: silent

#include "case.hpp"

__global__ void turn(int *x, int *y)
{
	int value = threadIdx.x;
	if (threadIdx.x < 16)
		value = __shfl_xor_sync(0xffff, value, 1);
	x[threadIdx.x] = value;
}

CASE(turn, 1, 32)

// expect: out-of-bounds "kernel sum writes 4 bytes at offset"

#include "case.hpp"

__global__ void sum(int *x, int *y)
{
	int part[4];
	for (int i = 0; i < 4 + 1000 * (x[0] + 1); i++)
		part[i] = i;
	y[threadIdx.x] = part[3];
}

CASE(sum, 1, 32)

// expect: silent

#include "case.hpp"

__global__ void sum(int *x, int *y)
{
	int part[4];
	for (int i = 0; i < 4; i++)
		part[i] = i + x[i];
	y[threadIdx.x] = part[3];
}

CASE(sum, 1, 32)

// expect: silent

#include "case.hpp"

__global__ void fill(int *x, int *y)
{
	__shared__ short part[128];
	for (int i = 0; i < 2; i++)
		part[2 * threadIdx.x + i] = i;
	y[threadIdx.x] = part[2 * threadIdx.x] + part[2 * threadIdx.x + 1];
}

CASE(fill, 1, 64)

// expect: silent

#include "case.hpp"

// each pass brings the end nearer
__global__ void wait(int *x, int *y)
{
	while (atomicAdd(&x[0], 1) < 100)
		;
	y[threadIdx.x] = x[1];
}

CASE(wait, 1, 32)

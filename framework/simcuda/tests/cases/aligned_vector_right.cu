// expect: silent

#include "case.hpp"

__global__ void copy(int *x, int *y)
{
	*(int2 *)(y + 2 * threadIdx.x) = *(int2 *)(x + 2 * threadIdx.x);
}

CASE(copy, 1, 32)

// expect: silent

#include <cassert>

#include "case.hpp"

__global__ void check(int *x, int *y)
{
	x[threadIdx.x] = threadIdx.x;
	assert(x[threadIdx.x] == threadIdx.x);
}
CASE(check, 1, 64)

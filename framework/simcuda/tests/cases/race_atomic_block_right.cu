// expect: silent

#include "case.hpp"

__global__ void count(int *x, int *y)
{
	atomicAdd_block(&x[blockIdx.x], 1);
	atomicAdd_system(&y[0], 1);
}
CASE(count, 2, 64)

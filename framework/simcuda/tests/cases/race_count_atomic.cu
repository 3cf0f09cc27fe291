// expect: silent

#include "case.hpp"

__global__ void count(int *x, int *y)
{
	atomicAdd(&x[0], 1);
	atomicMax(&x[1], threadIdx.x);
}
CASE(count, 8, 64)

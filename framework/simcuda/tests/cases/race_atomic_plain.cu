// expect: race "kernel count writes 4 bytes at offset 0"

#include "case.hpp"

// the other blocks may still be counting
__global__ void count(int *x, int *y)
{
	atomicAdd(&x[0], 1);
	y[blockIdx.x * blockDim.x + threadIdx.x] = x[0];
}
CASE(count, 2, 64)

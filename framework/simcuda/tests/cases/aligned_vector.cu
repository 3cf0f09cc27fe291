// expect: misaligned "kernel copy reads 8 bytes at an address of global memory that is no multiple of 8"

#include "case.hpp"

__global__ void copy(int *x, int *y)
{
	*(int2 *)(y + 2 * threadIdx.x) = *(int2 *)(x + 2 * threadIdx.x + 1);
}

CASE(copy, 1, 32)

// expect: race "kernel count writes 4 bytes at offset 0"

#include "case.hpp"

// an atomic of the block is none between blocks
__global__ void count(int *x, int *y)
{
	atomicAdd_block(&x[0], 1);
}
CASE(count, 2, 32)

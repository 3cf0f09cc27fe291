// expect: out-of-bounds "kernel count writes 4 bytes at offset 16384"

#include "case.hpp"

__global__ void count(int *x, int *y)
{
	atomicAdd(&x[COUNT], 1);
}

CASE(count, 1, 32)

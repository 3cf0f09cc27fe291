// expect: race "kernel shift writes 4 bytes at offset 128 of an allocation of 16384 bytes on GPU 0 that block 0, thread 31 read"

#include "case.hpp"

// in place: a block reads what the next one writes
__global__ void shift(int *x, int *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	x[i] = x[i + 1];
}
CASE(shift, 4, 32)

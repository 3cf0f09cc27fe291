// expect: race "kernel last writes 4 bytes at offset 0 of an allocation of 16384 bytes on GPU 0 that block 0, thread 0 wrote in race_blocks_write.cu:LINE(x[0] =), and nothing orders the two: race_blocks_write.cu:LINE(x[0] =), block 1, thread 0"

#include "case.hpp"

__global__ void last(int *x, int *y)
{
	if (threadIdx.x == 0)
		x[0] = blockIdx.x;
}
CASE(last, 2, 32)

// expect: divergent-barrier "exchanges values with threads of the warp that its mask names and that are not there: sync_mask.cu:LINE(__shfl_xor_sync), block 0, thread 0"

#include "case.hpp"

// the mask names all 32, and half of them wait further on
__global__ void turn(int *x, int *y)
{
	int value = threadIdx.x;
	if (threadIdx.x < 16)
		value = __shfl_xor_sync(0xffffffff, value, 1);
	__syncthreads();
	x[threadIdx.x] = value;
}

CASE(turn, 1, 32)

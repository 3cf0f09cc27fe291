// expect: race "kernel turn reads shared memory"

#include "case.hpp"

// a shuffle exchanges values; it orders no memory
__global__ void turn(int *x, int *y)
{
	__shared__ int part[32];
	part[threadIdx.x] = x[threadIdx.x];
	int other = __shfl_xor_sync(0xffffffff, threadIdx.x, 1);
	y[threadIdx.x] = part[other];
}
CASE(turn, 1, 32)

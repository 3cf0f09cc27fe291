// expect: race "kernel turn reads shared memory at offset 124 that thread 31 wrote in race_lanes.cu:LINE(part[threadIdx.x] =), with no barrier between: race_lanes.cu:LINE(y[threadIdx.x] =), block 0, thread 0"

#include "case.hpp"

// one warp, but since Volta its lanes need not run in step
__global__ void turn(int *x, int *y)
{
	__shared__ int part[32];
	part[threadIdx.x] = x[threadIdx.x];
	y[threadIdx.x] = part[31 - threadIdx.x];
}
CASE(turn, 1, 32)

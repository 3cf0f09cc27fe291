// expect: race "read in race_part_barrier.cu:LINE(part[127 - threadIdx.x]), with no barrier between"
// also: uninitialised-read "of shared memory that nobody has written"

#include "case.hpp"

// half of the block meets at a barrier of its own, and reads what the other half may not have written yet
__global__ void turn(int *x, int *y)
{
	__shared__ int part[128];
	part[threadIdx.x] = x[threadIdx.x];
	if (threadIdx.x < 64)
		asm volatile("bar.sync 1, 64;" ::: "memory");
	else
		asm volatile("bar.sync 2, 64;" ::: "memory");
	y[threadIdx.x] = part[127 - threadIdx.x];
}

CASE(turn, 1, 128)

// expect: trap "kernel stop ends itself by a trap: trap.cu:LINE(__trap(), block 0, thread 5"

#include "case.hpp"

__global__ void stop(int *x, int *y)
{
	if (threadIdx.x == 5)
		__trap();
	x[threadIdx.x] = 1;
}

CASE(stop, 1, 32)

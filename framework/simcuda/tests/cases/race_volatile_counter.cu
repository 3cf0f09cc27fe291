// expect: race "kernel count"

#include "case.hpp"

// volatile makes no sum atomic
__global__ void count(int *x, int *y)
{
	volatile int *n = x;
	__shared__ volatile int part;
	if (threadIdx.x == 0)
		part = 0;
	__syncthreads();
	part = part + 1;
	__syncthreads();
	if (threadIdx.x == 0)
		y[0] = part + *n;
}

CASE(count, 1, 32)

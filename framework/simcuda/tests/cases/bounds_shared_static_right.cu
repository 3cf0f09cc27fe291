// expect: silent

#include "case.hpp"

__global__ void turn(int *x, int *y)
{
	__shared__ int part[33];
	part[threadIdx.x] = x[threadIdx.x];
	if (threadIdx.x == 0)
		part[32] = 0;
	__syncthreads();
	y[threadIdx.x] = part[threadIdx.x + 1];
}

CASE(turn, 1, 32)

// expect: silent

#include "case.hpp"

__global__ void pass(int *x, int *y)
{
	__shared__ int part[64];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	if (warp == 0)
		part[lane] = x[lane];
	__syncthreads();
	if (warp == 1)
		part[32 + lane] = part[lane] + 1;
	__syncthreads();
	if (warp == 0)
		y[lane] = part[32 + lane];
}

CASE(pass, 1, 64)

// expect: race "kernel scan"

#include "case.hpp"

// in place, one barrier a step: a thread adds what another has just changed
__global__ void scan(int *x, int *y)
{
	__shared__ int part[64];
	part[threadIdx.x] = x[threadIdx.x] + threadIdx.x;
	__syncthreads();
	for (int step = 1; step < 64; step *= 2) {
		if (threadIdx.x >= step)
			part[threadIdx.x] += part[threadIdx.x - step];
		__syncthreads();
	}
	y[threadIdx.x] = part[threadIdx.x];
}

CASE(scan, 1, 64)

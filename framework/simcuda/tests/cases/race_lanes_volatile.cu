// expect: race "kernel sum"

#include "case.hpp"

// the end of many a reduction written before Volta
__global__ void sum(int *x, int *y)
{
	__shared__ volatile int part[64];
	part[threadIdx.x] = x[threadIdx.x];
	__syncthreads();
	if (threadIdx.x < 32) {
		part[threadIdx.x] += part[threadIdx.x + 32];
		part[threadIdx.x] += part[threadIdx.x + 16];
		part[threadIdx.x] += part[threadIdx.x + 8];
	}
	if (threadIdx.x == 0)
		y[0] = part[0];
}
CASE(sum, 1, 64)

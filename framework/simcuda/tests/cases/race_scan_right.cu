// expect: silent

#include "case.hpp"

__global__ void scan(int *x, int *y)
{
	__shared__ int part[64];
	part[threadIdx.x] = x[threadIdx.x] + threadIdx.x;
	__syncthreads();
	for (int step = 1; step < 64; step *= 2) {
		int add = threadIdx.x >= step ? part[threadIdx.x - step] : 0;
		__syncthreads();
		part[threadIdx.x] += add;
		__syncthreads();
	}
	y[threadIdx.x] = part[threadIdx.x];
}

CASE(scan, 1, 64)

// expect: silent

#include "case.hpp"

__global__ void turn(int *x, int *y)
{
	__shared__ int part[64];
	for (int i = 0; i < 4; i++) {
		part[threadIdx.x] = x[i * 64 + threadIdx.x];
		__syncthreads();
		y[i * 64 + threadIdx.x] = part[63 - threadIdx.x];
		__syncthreads();
	}
}

CASE(turn, 1, 64)

// expect: silent

#include "case.hpp"

__global__ void turn(int *x, int *y)
{
	extern __shared__ int part[];
	part[threadIdx.x] = x[threadIdx.x];
	__syncthreads();
	y[threadIdx.x] = part[31 - threadIdx.x];
}

CASE(turn, 1, 32, 32 * sizeof(int))

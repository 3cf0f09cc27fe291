// expect: silent

#include "case.hpp"

__global__ void turn(int *x, int *y)
{
	x[threadIdx.x] = threadIdx.x;
	__syncthreads();
	y[threadIdx.x] = x[63 - threadIdx.x];
	__syncthreads();
	x[threadIdx.x] = 1;
}
CASE(turn, 1, 64)

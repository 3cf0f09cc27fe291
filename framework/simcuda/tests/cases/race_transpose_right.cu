// expect: silent

#include "case.hpp"

__global__ void turn(int *x, int *y)
{
	int from = threadIdx.y * 16 + threadIdx.x, to = threadIdx.x * 16 + threadIdx.y;
	int value = x[from] + from;
	__syncthreads();
	x[to] = value;
}

CASE(turn, 1, dim3(16, 16))

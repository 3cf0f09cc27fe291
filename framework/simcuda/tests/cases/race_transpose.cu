// expect: race "kernel turn"

#include "case.hpp"

// in place
__global__ void turn(int *x, int *y)
{
	int from = threadIdx.y * 16 + threadIdx.x, to = threadIdx.x * 16 + threadIdx.y;
	x[to] = x[from] + from;
}

CASE(turn, 1, dim3(16, 16))

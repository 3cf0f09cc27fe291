// expect: race "LINE(x[63 - threadIdx.x])"

#include "case.hpp"

// each warp meets nobody but itself
__global__ void turn(int *x, int *y)
{
	x[threadIdx.x] = threadIdx.x;
	asm volatile("bar.sync %0, 32;" ::"r"(1 + threadIdx.x / 32) : "memory");
	y[threadIdx.x] = x[63 - threadIdx.x];
}

CASE(turn, 1, 64)

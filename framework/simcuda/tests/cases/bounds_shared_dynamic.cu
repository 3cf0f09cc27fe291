// expect: out-of-bounds "kernel turn writes 4 bytes at offset 64 of 64 bytes of shared memory"

#include "case.hpp"

// 64 bytes are 16 numbers
__global__ void turn(int *x, int *y)
{
	extern __shared__ int part[];
	part[threadIdx.x] = x[threadIdx.x];
	__syncthreads();
	y[threadIdx.x] = part[31 - threadIdx.x];
}

CASE(turn, 1, 32, 64)

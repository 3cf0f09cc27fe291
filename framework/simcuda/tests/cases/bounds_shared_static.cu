// expect: out-of-bounds "kernel turn reads 4 bytes at offset 128 of 128 bytes of shared memory: bounds_shared_static.cu:LINE(+ 1]), block 0, thread 31"

#include "case.hpp"

__global__ void turn(int *x, int *y)
{
	__shared__ int part[32];
	part[threadIdx.x] = x[threadIdx.x];
	__syncthreads();
	y[threadIdx.x] = part[threadIdx.x + 1];
}

CASE(turn, 1, 32)

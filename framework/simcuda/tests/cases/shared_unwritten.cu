// expect: uninitialised-read "kernel sum reads 4 bytes at offset 124 of shared memory that nobody has written"

#include "case.hpp"

__global__ void sum(int *x, int *y)
{
	__shared__ int part[32];
	if (threadIdx.x < 31)
		part[threadIdx.x] = 1;
	__syncthreads();
	y[threadIdx.x] = part[threadIdx.x];
}

CASE(sum, 1, 32)

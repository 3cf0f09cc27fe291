// expect: uninitialised-read "kernel count reads 4 bytes at offset 0 of shared memory"

#include "case.hpp"

// the counter begins with whatever was there
__global__ void count(int *x, int *y)
{
	__shared__ int n;
	atomicAdd(&n, 1);
	__syncthreads();
	y[threadIdx.x] = n;
}

CASE(count, 1, 64)

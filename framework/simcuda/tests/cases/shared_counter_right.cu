// expect: silent

#include "case.hpp"

__global__ void count(int *x, int *y)
{
	__shared__ int n;
	if (threadIdx.x == 0)
		n = 0;
	__syncthreads();
	atomicAdd(&n, 1);
	__syncthreads();
	y[threadIdx.x] = n;
}

CASE(count, 1, 64)

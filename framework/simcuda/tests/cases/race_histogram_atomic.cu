// expect: silent

#include "case.hpp"

__global__ void count(int *x, int *y)
{
	__shared__ int bin[8];
	if (threadIdx.x < 8)
		bin[threadIdx.x] = 0;
	__syncthreads();
	atomicAdd(&bin[threadIdx.x / 4 % 8], 1);
	__syncthreads();
	if (threadIdx.x < 8)
		atomicAdd(&y[threadIdx.x], bin[threadIdx.x]);
}
CASE(count, 4, 64)

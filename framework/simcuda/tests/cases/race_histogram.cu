// expect: race "kernel count writes shared memory at offset 0 that thread 3 read"

#include "case.hpp"

// lanes of one warp come to the same bin
__global__ void count(int *x, int *y)
{
	__shared__ int bin[8];
	if (threadIdx.x < 8)
		bin[threadIdx.x] = 0;
	__syncthreads();
	bin[threadIdx.x / 4]++;
	__syncthreads();
	if (threadIdx.x < 8)
		y[threadIdx.x] = bin[threadIdx.x];
}
CASE(count, 1, 32)

// expect: silent

#include "case.hpp"

// threads that have ended are not waited for
__global__ void fill(int *x, int *y)
{
	__shared__ int part[64];
	part[threadIdx.x] = 1;
	if (threadIdx.x >= 40)
		return;
	__syncthreads();
	x[threadIdx.x] = part[threadIdx.x];
}

CASE(fill, 1, 64)

// expect: misaligned "of shared memory that is no multiple of 4"

#include "case.hpp"

__global__ void copy(int *x, int *y)
{
	__shared__ __align__(4) char part[132];
	*(int *)(part + 4 * threadIdx.x + 2) = x[threadIdx.x];
	__syncthreads();
	y[threadIdx.x] = part[2];
}

CASE(copy, 1, 32)

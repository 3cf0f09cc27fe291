// expect: race "that block 0, thread"

#include "case.hpp"

// __syncthreads() is of a block: other blocks do not wait
__global__ void turn(int *x, int *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
	x[i] = i;
	__syncthreads();
	y[i] = x[n - 1 - i];
}
CASE(turn, 2, 64)

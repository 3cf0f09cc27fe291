// expect: race "kernel sum writes shared memory"

#include "case.hpp"

// the second __syncwarp() is missing
__global__ void sum(int *x, int *y)
{
	__shared__ int part[32];
	int value = x[threadIdx.x];
	for (int i = 0; i < 3; i++) {
		part[threadIdx.x] = value + threadIdx.x + i;
		__syncwarp();
		value += part[threadIdx.x ^ 1];
	}
	y[threadIdx.x] = value;
}

CASE(sum, 1, 32)

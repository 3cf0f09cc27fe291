// expect: silent

#include "case.hpp"

__global__ void sum(int *x, int *y)
{
	__shared__ int part[32];
	int value = x[threadIdx.x];
	for (int i = 0; i < 3; i++) {
		part[threadIdx.x] = value;
		__syncwarp();
		value += part[threadIdx.x ^ 1];
		__syncwarp();
	}
	y[threadIdx.x] = value;
}

CASE(sum, 1, 32)

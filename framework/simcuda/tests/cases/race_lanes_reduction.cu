// expect: silent

#include "case.hpp"

__global__ void sum(int *x, int *y)
{
	__shared__ int part[64];
	part[threadIdx.x] = x[threadIdx.x];
	__syncthreads();
	if (threadIdx.x < 32)
		part[threadIdx.x] += part[threadIdx.x + 32];
	for (int step = 16; step > 0; step /= 2) {
		__syncwarp();
		if (threadIdx.x < step)
			part[threadIdx.x] += part[threadIdx.x + step];
	}
	__syncwarp();
	if (threadIdx.x == 0)
		y[0] = part[0];
}
CASE(sum, 1, 64)

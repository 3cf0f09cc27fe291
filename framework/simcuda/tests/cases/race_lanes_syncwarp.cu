// expect: silent

#include "case.hpp"

__global__ void turn(int *x, int *y)
{
	__shared__ int part[64];
	int first = threadIdx.x / 32 * 32, lane = threadIdx.x % 32;
	part[first + lane] = x[threadIdx.x];
	__syncwarp();
	y[threadIdx.x] = part[first + 31 - lane];
	__syncwarp();
	part[first + lane] = 0;
}
CASE(turn, 1, 64)

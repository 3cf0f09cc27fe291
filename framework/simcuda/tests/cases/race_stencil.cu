// expect: race "kernel smooth"
// also: uninitialised-read "kernel smooth reads 4 bytes at offset 132 of shared memory"

#include "case.hpp"

__global__ void smooth(int *x, int *y)
{
	__shared__ int part[66];
	int i = threadIdx.x + 1;
	part[i] = x[threadIdx.x];
	if (threadIdx.x == 0)
		part[0] = part[65] = 0;
	y[threadIdx.x] = part[i - 1] + part[i] + part[i + 1];
}

CASE(smooth, 1, 64)

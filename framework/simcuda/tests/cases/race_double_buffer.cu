// expect: silent

#include "case.hpp"

// two buffers in turn need one barrier only
__global__ void turn(int *x, int *y)
{
	__shared__ int part[2][64];
	for (int i = 0; i < 4; i++) {
		part[i % 2][threadIdx.x] = x[i * 64 + threadIdx.x];
		__syncthreads();
		y[i * 64 + threadIdx.x] = part[i % 2][63 - threadIdx.x];
	}
}

CASE(turn, 1, 64)

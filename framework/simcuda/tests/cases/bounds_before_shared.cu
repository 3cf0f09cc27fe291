// expect: out-of-bounds "writes 4 bytes at offset -4 of shared memory, 4 bytes before it: bounds_before_shared.cu:LINE(piece[t - 1]), block 0, thread 0"

#include "case.hpp"

__global__ void turn(int *x, int *y)
{
	__shared__ int piece[32];
	int t = (int)threadIdx.x;
	piece[t - 1] = x[t];
	__syncthreads();
	y[t] = piece[31 - t];
}

CASE(turn, 1, 32)

// expect: race "kernel turn writes 4 bytes at offset 128 of an allocation of 16384 bytes on GPU 0 that block 0, thread 31 read"

#include "case.hpp"

__global__ void turn(int *x, int *y)
{
	x[threadIdx.x] = threadIdx.x;
	y[threadIdx.x] = x[63 - threadIdx.x];
}
CASE(turn, 1, 64)

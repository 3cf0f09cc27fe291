// expect: silent

#include "case.hpp"

__global__ void turn(int *x, int *y)
{
	int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
	y[column * 32 + row] = x[row * 128 + column];
}

CASE(turn, dim3(8, 2), dim3(16, 16))

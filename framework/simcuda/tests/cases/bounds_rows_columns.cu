// expect: out-of-bounds "kernel turn writes 4 bytes at offset"

#include "case.hpp"

// 128 columns in 32 rows: turned, the rows are 32 long
__global__ void turn(int *x, int *y)
{
	int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
	y[column * 128 + row] = x[row * 128 + column];
}

CASE(turn, dim3(8, 2), dim3(16, 16))

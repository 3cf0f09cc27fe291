// expect: silent

#include "case.hpp"

// a byte each, of one number four warps
__global__ void fill(int *x, int *y)
{
	__shared__ unsigned char byte[128];
	int i = threadIdx.x % 32 * 4 + threadIdx.x / 32;
	byte[i] = threadIdx.x;
	y[threadIdx.x] = byte[i];
}
CASE(fill, 1, 128)

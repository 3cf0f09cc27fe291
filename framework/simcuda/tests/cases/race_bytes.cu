// expect: silent

#include "case.hpp"

// four blocks write the four bytes of each number
__global__ void fill(int *x, int *y)
{
	unsigned char *byte = (unsigned char *)x;
	byte[4 * threadIdx.x + blockIdx.x] = blockIdx.x;
	y[4 * threadIdx.x + blockIdx.x] = byte[4 * threadIdx.x + blockIdx.x];
}
CASE(fill, 4, 64)

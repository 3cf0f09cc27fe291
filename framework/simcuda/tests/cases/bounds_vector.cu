// expect: out-of-bounds "of an allocation of 16384 bytes on GPU 0, 16 bytes past its end: bounds_vector.cu:LINE(int4), block 32, thread 0"

#include "case.hpp"

// a quarter as many vectors as numbers
__global__ void copy(int *x, int *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	((int4 *)y)[i % 8] = ((int4 *)x)[i];
}

CASE(copy, 33, 32)

// expect: out-of-bounds "writes 4 bytes at offset 16640 of an allocation of 16384 bytes on GPU 0, 260 bytes past its end: bounds_far.cu:LINE(y[COUNT + 64]), block 0, thread 0"
// The built-in variables, which clang's headers declare as objects, are not what lies there.

#include "case.hpp"

__global__ void far(int *x, int *y)
{
	if (threadIdx.x == 0 && blockIdx.x == 0 && blockDim.x == 32 && gridDim.x == 1)
		y[COUNT + 64] = x[0];
}

CASE(far, 1, 32)

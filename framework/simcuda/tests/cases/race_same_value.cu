// expect: silent

#include "case.hpp"

// who finds it first does not matter
__global__ void find(int *x, int *y)
{
	if (y[blockIdx.x * blockDim.x + threadIdx.x] == 0)
		x[0] = 1;
}
CASE(find, 4, 64)

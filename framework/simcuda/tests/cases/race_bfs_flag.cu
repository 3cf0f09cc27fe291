// expect: race "kernel step"

#include "case.hpp"

// a neighbour is marked while another thread looks at its mark
__global__ void step(int *x, int *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (x[i] == 0 && i > 0)
		x[i - 1] = 1;
}

CASE(step, 2, 64)

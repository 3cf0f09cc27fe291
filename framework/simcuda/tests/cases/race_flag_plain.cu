// expect: race "kernel pass reads 4 bytes at offset 0"

#include "case.hpp"

__global__ void pass(int *flag, int *x)
{
	if (threadIdx.x != 0)
		return;
	if (blockIdx.x == 0)
		*flag = 1;
	else
		x[0] = *flag;
}
CASE(pass, 2, 32)

// expect: race "kernel pass reads 4 bytes at offset 0"

#include "case.hpp"

// volatile alone orders nothing else
__global__ void pass(int *x, int *flag)
{
	volatile int *wait = flag;
	if (threadIdx.x != 0)
		return;
	if (blockIdx.x == 0) {
		x[0] = 7;
		*wait = 1;
	} else {
		while (*wait == 0)
			;
		x[1] = x[0];
	}
}
CASE(pass, 2, 32)

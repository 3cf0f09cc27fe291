// expect: silent

#include "case.hpp"

// block 0 runs first here, but the reader waits whoever does
__global__ void pass(int *x, int *flag)
{
	volatile int *wait = flag;
	if (threadIdx.x != 0)
		return;
	if (blockIdx.x == 0) {
		x[0] = 7;
		__threadfence();
		*wait = 1;
	} else {
		while (*wait == 0)
			;
		__threadfence();
		x[1] = x[0];
	}
}
CASE(pass, 2, 32)

// expect: uninitialised-read "kernel lock reads 4 bytes at offset 0 of shared memory that nobody has written: exchange_used.cu:LINE(atomicExch)"
// What an exchange finds there is used, and nobody has written it.
#include "case.hpp"

__global__ void lock(int *x, int *y)
{
	__shared__ int taken;
	if (threadIdx.x == 0) {
		while (atomicExch(&taken, 1) == 1)
			;
		x[0] = y[0] + 1;
		atomicExch(&taken, 0);
	}
}

CASE(lock, 1, 32)

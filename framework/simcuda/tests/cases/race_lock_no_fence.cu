// expect: race "kernel add reads 4 bytes at offset 0"

#include "case.hpp"

// the lock orders who comes in, but not the memory
__global__ void add(int *lock, int *sum)
{
	if (threadIdx.x == 0) {
		while (atomicCAS(lock, 0, 1) != 0)
			;
		*sum += blockIdx.x;
		atomicExch(lock, 0);
	}
}
CASE(add, 8, 32)

// expect: race "kernel add reads 4 bytes at offset 4"

#include "case.hpp"

// the second sum is added to before the lock is taken
__global__ void add(int *lock, int *sum)
{
	if (threadIdx.x == 0) {
		sum[1] += 1;
		while (atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence();
		sum[0] += blockIdx.x;
		__threadfence();
		atomicExch(lock, 0);
	}
}
CASE(add, 8, 32)

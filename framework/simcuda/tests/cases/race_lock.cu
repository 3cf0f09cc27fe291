// expect: silent

#include "case.hpp"

__global__ void add(int *lock, int *sum)
{
	if (threadIdx.x == 0) {
		while (atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence();
		*sum += blockIdx.x;
		__threadfence();
		atomicExch(lock, 0);
	}
}
CASE(add, 8, 32)

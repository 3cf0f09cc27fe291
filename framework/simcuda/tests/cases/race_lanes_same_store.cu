// expect: race "kernel store writes shared memory at offset 0 that thread 0 wrote"

#include "case.hpp"

// which of the lanes' numbers stays is not defined
__global__ void store(int *x, int *y)
{
	__shared__ int last;
	last = threadIdx.x + 1;
	__syncthreads();
	y[threadIdx.x] = last;
}
CASE(store, 1, 32)

// expect: race "writes 4 bytes at offset 0 of an allocation of 16384 bytes on GPU 0 that block 0"

#include "case.hpp"

// each block clears the sum that the others add to
__global__ void sum(int *x, int *y)
{
	if (threadIdx.x == 0)
		x[0] = 0;
	__syncthreads();
	atomicAdd(&x[0], 1);
}
CASE(sum, 2, 32)

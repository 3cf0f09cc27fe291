// expect: race "kernel sum reads 4 bytes at offset 0"

#include "case.hpp"

__device__ unsigned finished;

// as the last block of a reduction, but nothing makes the parts visible before the count
__global__ void sum(int *part, int *total)
{
	__shared__ bool is_last;
	if (threadIdx.x == 0) {
		part[blockIdx.x] = blockIdx.x;
		is_last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
	}
	__syncthreads();
	if (is_last && threadIdx.x < gridDim.x)
		atomicAdd(total, part[threadIdx.x]);
}
CASE(sum, 4, 32)

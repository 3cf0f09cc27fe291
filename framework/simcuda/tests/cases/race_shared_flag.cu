// expect: silent

#include "case.hpp"

// all who write, write the same
__global__ void find(int *x, int *y)
{
	__shared__ int found;
	if (threadIdx.x == 0)
		found = 0;
	__syncthreads();
	if (x[threadIdx.x] == 0)
		found = 1;
	__syncthreads();
	y[threadIdx.x] = found;
}
CASE(find, 1, 128)

// expect: host-pointer "kernel fill writes 4 bytes of host memory, or where no memory is"

#include "case.hpp"

__global__ void fill(int *x, int *y)
{
	int **list = (int **)x;
	if (threadIdx.x == 0)
		list[0] = (int *)0x12345678;
	__syncthreads();
	list[0][threadIdx.x] = 1;
}

CASE(fill, 1, 32)

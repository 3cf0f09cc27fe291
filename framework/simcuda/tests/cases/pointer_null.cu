// expect: host-pointer "kernel fill writes 4 bytes through a null pointer"

#include "case.hpp"

__global__ void fill(int *x, int *y)
{
	int *none = x[0] ? x : nullptr;
	none[threadIdx.x] = 1;
}

CASE(fill, 1, 32)

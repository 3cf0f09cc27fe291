// expect: race "kernel count reads 4 bytes at offset 0"

#include "case.hpp"

__global__ void count(int *x, int *y)
{
	x[0] += 1;
}
CASE(count, 2, 64)

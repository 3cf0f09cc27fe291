// expect: trap "kernel turn ends itself by a trap"

#include <cooperative_groups.h>

#include "case.hpp"

// launched by <<<>>>, which promises nothing of all blocks at once
__global__ void turn(int *x, int *y)
{
	x[threadIdx.x] = 1;
	cooperative_groups::this_grid().sync();
}
CASE(turn, 2, 32)

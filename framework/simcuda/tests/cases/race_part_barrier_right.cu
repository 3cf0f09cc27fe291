// expect: silent

#include "case.hpp"

// each half reads its own numbers; then what the first warp knows goes on from barrier to barrier, and in the end the
// first half tells the other one, without waiting for it
__global__ void turn(int *x, int *y)
{
	__shared__ int part[128], sum[4];
	int warp = threadIdx.x / 32;
	part[threadIdx.x] = x[threadIdx.x];
	if (warp < 2)
		asm volatile("bar.sync 1, 64;" ::: "memory");
	else
		asm volatile("bar.sync 2, 64;" ::: "memory");
	y[threadIdx.x] = part[threadIdx.x ^ 63];
	if (threadIdx.x == 0)
		sum[0] = part[1];
	for (int i = 0; i < 3; i++) {
		if (warp == i || warp == i + 1)
			asm volatile("bar.sync %0, 64;" ::"r"(3 + i) : "memory");
		if (warp == i + 1 && threadIdx.x % 32 == 0)
			sum[i + 1] = sum[i] + sum[0];
	}
	__syncthreads();
	if (warp < 2) {
		part[threadIdx.x] = threadIdx.x;
		asm volatile("bar.arrive 7, 128;" ::: "memory");
	} else {
		asm volatile("bar.sync 7, 128;" ::: "memory");
		y[threadIdx.x] = part[threadIdx.x - 64] + sum[3];
	}
}

CASE(turn, 1, 128)

// expect: race "kernel turn writes 4 bytes at offset 256"
// also: uninitialised-read "kernel turn reads 128 bytes that nothing has written"

#include <cooperative_groups.h>

#include <cstdio>

// all blocks run, but they wait only for their own threads
__global__ void turn(int *x, int *y)
{
	auto grid = cooperative_groups::this_grid();
	int i = (int)grid.thread_rank(), n = (int)grid.size();
	x[i] = i;
	cooperative_groups::this_thread_block().sync();
	y[i] = x[n - 1 - i];
}

int main()
{
	int *x, *y;
	cudaMalloc(&x, 512);
	cudaMalloc(&y, 512);
	void *arguments[] = {&x, &y};
	cudaLaunchCooperativeKernel((void *)turn, dim3(2), dim3(64), arguments, 0, 0);
	cudaDeviceSynchronize();
	cudaFree(x);
	cudaFree(y);
}

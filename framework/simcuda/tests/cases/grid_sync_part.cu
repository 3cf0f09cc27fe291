// expect: endless-loop "kernel turn has not ended after 200000 instructions of its warps"

#include <cooperative_groups.h>
#include <cstdlib>

// one block does not come
__global__ void turn(int *x)
{
	x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
	if (blockIdx.x > 0)
		cooperative_groups::this_grid().sync();
}

int main()
{
	int *x;
	setenv("SIMCUDA_BUDGET", "200000", 1);
	cudaMalloc(&x, 1024);
	void *arguments[] = {&x};
	cudaLaunchCooperativeKernel((void *)turn, dim3(3), dim3(32), arguments, 0, 0);
	cudaDeviceSynchronize();
}

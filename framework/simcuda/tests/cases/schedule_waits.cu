// expect: race "kernel wait does not come to its end in another order of its warps: with SIMCUDA_SCHEDULE="
// also: race "wrote in schedule_waits.cu:LINE(*y = 1), and nothing orders the two"

// block 1 thinks that block 0 has been there
#include <cstdlib>

__global__ void wait(volatile int *x, int *y)
{
	if (threadIdx.x == 0 && blockIdx.x == 0)
		*y = 1;
	if (threadIdx.x == 0 && blockIdx.x == 1 && *y == 0)
		asm volatile("trap;");
}

int main()
{
	int *x, *y;
	setenv("SIMCUDA_SCHEDULE", "compare:8", 1);
	cudaMalloc(&x, sizeof *x);
	cudaMalloc(&y, sizeof *y);
	cudaMemset(y, 0, sizeof *y);
	wait<<<2, 64>>>(x, y);
	cudaDeviceSynchronize();
	cudaFree(x);
	cudaFree(y);
}

// expect: race "kernel peek comes to the same results in 8 other orders of its warps, which does not make it right (schedule_same.cu:LINE(<<<))"
// prints: 1

// whichever value it reads, it makes the same of it
#include <cstdio>
#include <cstdlib>

__global__ void peek(int *x, int *y)
{
	if (threadIdx.x == 0)
		x[0] = 1;
	if (threadIdx.x == 32)
		y[0] = x[0] >= 0;
}

int main()
{
	int *x, *y, first;
	setenv("SIMCUDA_SCHEDULE", "compare:8", 1);
	cudaMalloc(&x, sizeof *x);
	cudaMalloc(&y, sizeof *y);
	cudaMemset(x, 0, sizeof *x);
	peek<<<1, 64>>>(x, y);
	cudaMemcpy(&first, y, sizeof first, cudaMemcpyDeviceToHost);
	printf("%d\n", first);
	cudaFree(x);
	cudaFree(y);
}

// expect: race "kernel shift comes to other results in another order of its warps: with SIMCUDA_SCHEDULE=1 the 4 bytes at offset 0 of an allocation of 256 bytes on GPU 0 are 64.5, in the usual order 0; block 0, thread 31 reads 33.5 where it races, and not 0 (schedule_shared.cu:LINE(<<<))"
// also: race "that thread 31 read in schedule_shared.cu:LINE(63 - threadIdx.x), with no barrier between"
// also: uninitialised-read "of shared memory that nobody has written"
// prints: 0

// the run that the program goes on with is the usual one
#include <cstdio>
#include <cstdlib>

__global__ void shift(float *y)
{
	__shared__ float part[64];
	part[threadIdx.x] = threadIdx.x + 1.5f;
	y[threadIdx.x] = part[63 - threadIdx.x];
}

int main()
{
	float *y, first;
	setenv("SIMCUDA_SCHEDULE", "compare:8", 1);
	cudaMalloc(&y, 64 * sizeof *y);
	shift<<<1, 64>>>(y);
	cudaMemcpy(&first, y, sizeof first, cudaMemcpyDeviceToHost);
	printf("%g\n", first);
	cudaFree(y);
}

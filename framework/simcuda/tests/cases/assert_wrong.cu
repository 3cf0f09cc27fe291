// expect: trap "kernel check ends itself by an assertion that does not hold: assert_wrong.cu:LINE(assert(t), block 0, thread 3"
// prints: cudaErrorAssert device-side assert triggered
// prints: cudaErrorAssert

#include <cassert>
#include <cstdio>

__global__ void check(int n)
{
	assert(threadIdx.x < n);
}

int main()
{
	void *p;
	check<<<1, 4>>>(3);
	cudaError_t error = cudaDeviceSynchronize();
	printf("%s %s\n", cudaGetErrorName(error), cudaGetErrorString(error));
	printf("%s\n", cudaGetErrorName(cudaMalloc(&p, 4)));
	return 0;
}

// expect: race "the program reads managed memory that an earlier kernel fill may still be writing: wait for it first (managed_variable_early.cu:LINE(printf("); and managed_variable_early.cu:LINE(<<<))"
#include <cstdio>

__managed__ int data[4096];

__global__ void fill()
{
	data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main()
{
	fill<<<16, 256>>>();
	printf("%d\n", data[5]);
	cudaDeviceSynchronize();
}

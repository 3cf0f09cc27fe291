// case.hpp - what most cases share: one launch of kernel(int *x, int *y) on two arrays of COUNT zeros.
#ifndef CASE_HPP
#define CASE_HPP

#include <cstdio>

#define COUNT 4096

static int run_case(void (*kernel)(int *, int *), dim3 grid, dim3 block, size_t shared = 0)
{
	int *x, *y;
	cudaMalloc(&x, COUNT * sizeof(int));
	cudaMalloc(&y, COUNT * sizeof(int));
	cudaMemset(x, 0, COUNT * sizeof(int));
	cudaMemset(y, 0, COUNT * sizeof(int));
	kernel<<<grid, block, shared>>>(x, y);
	cudaError_t error = cudaDeviceSynchronize();
	cudaFree(x);
	cudaFree(y);
	return error != cudaSuccess;
}

// CASE(kernel, grid, block): the whole rest of the program
#define CASE(...)                                                                                  \
	int main()                                                                                 \
	{                                                                                          \
		return run_case(__VA_ARGS__);                                                      \
	}

#endif

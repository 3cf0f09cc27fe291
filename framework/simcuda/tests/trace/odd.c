/* A program whose kernel has a name that no file format likes. With -DPLUGIN the kernel's body. */
#define NAME "odd<\"a\\b\">&\xff\n\x01"

#ifdef PLUGIN
#include "simcuda_kernel.h"

static int ranges(const void *const *arguments, uint64_t threads, SimRange *range)
{
	(void)threads;
	range[0] = (SimRange){*(const uint64_t *)arguments[0], 4, 1, 4, SIM_WRITE};
	return 1;
}

static void cost(const void *const *arguments, uint64_t threads, SimCost *to)
{
	(void)arguments;
	*to = (SimCost){SIM_WORK_MEMORY, (double)threads, 1e6};
}

static void run(const void *const *arguments, uint64_t threads, void *const *memory)
{
	(void)arguments;
	(void)threads;
	*(float *)memory[0] = 1;
}

static const SimKernel odd = {NAME, 1, {8}, ranges, cost, run, 0};
const SimKernel *const simcuda_kernels[] = {&odd, 0};
#else
#include <cuda_runtime.h>

void __cudaRegisterFunction(void **, const char *, char *, const char *, int, uint3 *, uint3 *,
			    dim3 *, dim3 *, int *);

int main(void)
{
	static char handle;
	float *device;
	void *arguments[] = {&device};
	dim3 one = {1, 1, 1};
	__cudaRegisterFunction(0, &handle, 0, NAME, -1, 0, 0, 0, 0, 0);
	cudaMalloc((void **)&device, 4);
	cudaError_t error = cudaLaunchKernel(&handle, one, one, arguments, 0, 0);
	cudaDeviceSynchronize();
	cudaFree(device);
	return error != cudaSuccess;
}
#endif

/* launch.c - launching kernels.
 *
 * cudaLaunchKernel(function, ...) is what C code calls. Code compiled by nvcc for kernel<<<...>>>
 * comes in three calls: push the configuration, pop it in the kernel's stub, then launch through a
 * handle; our handle is the host function itself. */
#include "runtime.h"

#define MAX_THREADS_PER_BLOCK 1024

cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *function);
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 gridDim, dim3 blockDim, void **args,
			       size_t sharedMem, cudaStream_t stream);
unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem,
				     struct CUstream_st *stream);
cudaError_t __cudaPopCallConfiguration(dim3 *gridDim, dim3 *blockDim, size_t *sharedMem,
				       void *stream);

/* One thread's kernel<<<...>>> in the making; arguments of a launch may launch themselves. */
#define MAX_PENDING 8
typedef struct Configuration {
	dim3 grid, block;
	size_t shared;
	cudaStream_t stream;
} Configuration;

static _Thread_local Configuration pending[MAX_PENDING];
static _Thread_local int pending_count;

static int launch_fits(dim3 grid, dim3 block)
{
	uint64_t threads = (uint64_t)block.x * block.y * block.z;
	return grid.x > 0 && grid.y > 0 && grid.z > 0 && threads > 0 && grid.x <= 2147483647u &&
	       grid.y <= 65535 && grid.z <= 65535 && block.x <= MAX_THREADS_PER_BLOCK &&
	       block.y <= MAX_THREADS_PER_BLOCK && block.z <= 64 &&
	       threads <= MAX_THREADS_PER_BLOCK;
}

cudaError_t cudaLaunchKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args,
			     size_t sharedMem, cudaStream_t stream)
{
	(void)sharedMem; /* the bodies in plugins have no shared memory */
	const char *name = register_name(func);
	const SimKernel *kernel = name ? plugin_find(name) : NULL;
	if (!kernel) {
		fprintf(stderr,
			name ? "simcuda: no plugin brings the kernel %s; only kernels of plugins "
			       "can "
			       "be launched\n"
			     : "simcuda: cudaLaunchKernel: the function is not registered as a "
			       "kernel%s\n",
			name ? name : "");
		return runtime_return(cudaErrorInvalidDeviceFunction);
	}
	if (!launch_fits(gridDim, blockDim))
		return runtime_return(cudaErrorInvalidConfiguration);
	if (!args && kernel->arguments > 0)
		return runtime_return(cudaErrorInvalidValue);
	SimRequest request = {.code = SIM_LAUNCH};
	request.u.launch.kernel = kernel;
	request.u.launch.arguments = (const void *const *)args;
	request.u.launch.threads =
		(uint64_t)gridDim.x * gridDim.y * gridDim.z * blockDim.x * blockDim.y * blockDim.z;
	request.u.launch.stream = (uint64_t)(uintptr_t)stream;
	request.u.launch.device = -1;
	return runtime_call(&request, NULL);
}

cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *function)
{
	*kernel = (cudaKernel_t)(uintptr_t)function;
	return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 gridDim, dim3 blockDim, void **args,
			       size_t sharedMem, cudaStream_t stream)
{
	return cudaLaunchKernel((const void *)kernel, gridDim, blockDim, args, sharedMem, stream);
}

unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem,
				     struct CUstream_st *stream)
{
	if (pending_count == MAX_PENDING)
		return 1; /* the stub is then not called */
	pending[pending_count++] = (Configuration){gridDim, blockDim, sharedMem, stream};
	return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *gridDim, dim3 *blockDim, size_t *sharedMem,
				       void *stream)
{
	if (pending_count == 0)
		return runtime_return(cudaErrorMissingConfiguration);
	const Configuration *last = &pending[--pending_count];
	*gridDim = last->grid;
	*blockDim = last->block;
	*sharedMem = last->shared;
	*(cudaStream_t *)stream = last->stream;
	return cudaSuccess;
}

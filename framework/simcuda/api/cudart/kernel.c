/* kernel.c - kernels as the program names them, by a host function, and what is known of them.
 *
 * The body of a kernel is a plugin's (simcuda_kernel.h), or the PTX that the program brings. How many
 * registers it would take is not known, so how many of its blocks fit on a multiprocessor follows
 * from the GPU's limits on threads, blocks and shared memory alone. */
#include <dlfcn.h>
#include <stdlib.h>

#include "framework/simcuda/api/cudart/binary.h"
#include "framework/simcuda/machine/choose.h"

#define WARP           32          /* threads; blocks take whole warps */
#define DEFAULT_SHARED (48 * 1024) /* dynamic shared memory that needs no asking, bytes */

/* The name as the programmer wrote it, if the program has a C++ runtime that can tell; to be given
 * to free(). NULL when it is the same. */
static char *plain_name(const char *name)
{
	char *(*demangle)(const char *, char *, size_t *, int *);
	int status = -1;
	*(void **)&demangle = dlsym(RTLD_DEFAULT, "__cxa_demangle");
	return demangle ? demangle(name, NULL, NULL, &status) : NULL;
}

static void say_unknown(const char *name, const char *problem)
{
	char *plain = plain_name(name);
	fprintf(stderr,
		"simcuda: no plugin brings the kernel %s%s%s%s; its own code cannot run: %s\n",
		plain ? plain : name, plain ? " (" : "", plain ? name : "", plain ? ")" : "",
		problem);
	free(plain);
}

cudaError_t kernel_find(const void *function, const SimKernel **kernel)
{
	const char *name = register_name(function), *problem = "no code was registered with it";
	Binary *binary = register_binary(function);
	cudaError_t error = cudaErrorInvalidDeviceFunction;
	*kernel = name ? plugin_find(name, runtime_folder()) : NULL;
	if (!*kernel && binary)
		*kernel = binary_kernel(binary, name, &problem, &error);
	if (*kernel)
		return cudaSuccess;
	if (name)
		say_unknown(name, problem);
	else
		fprintf(stderr, "simcuda: cudaLaunchKernel: the function is not registered as a "
				"kernel\n");
	return error;
}

size_t kernel_shared_limit(const void *function)
{
	const int *set = register_shared(function);
	return set && *set > DEFAULT_SHARED ? (size_t)*set : DEFAULT_SHARED;
}

/* The kernel, and the properties of the current device. */
static cudaError_t find_with_device(const void *function, const SimKernel **kernel,
				    struct cudaDeviceProp *prop)
{
	int device;
	cudaError_t error = cudaGetDevice(&device);
	*prop = (struct cudaDeviceProp){.name = ""};
	if (error != cudaSuccess)
		return error;
	error = kernel_find(function, kernel);
	return error == cudaSuccess ? cudaGetDeviceProperties(prop, device) : runtime_return(error);
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, const void *func)
{
	struct cudaDeviceProp prop;
	const SimKernel *kernel;
	if (!attr)
		return runtime_return(cudaErrorInvalidValue);
	cudaError_t error = find_with_device(func, &kernel, &prop);
	if (error != cudaSuccess)
		return error;
	int version = 10 * prop.major + prop.minor;
	*attr = (struct cudaFuncAttributes){
		.maxThreadsPerBlock = prop.maxThreadsPerBlock,
		.sharedSizeBytes = sim_ptx_shared(kernel),
		.ptxVersion = version,
		.binaryVersion = version,
		.maxDynamicSharedSizeBytes = (int)kernel_shared_limit(func),
		.preferredShmemCarveout = -1,
	};
	return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *func, enum cudaFuncAttribute attr, int value)
{
	struct cudaDeviceProp prop;
	const SimKernel *kernel;
	cudaError_t error = find_with_device(func, &kernel, &prop);
	if (error != cudaSuccess)
		return error;
	switch (attr) {
	case cudaFuncAttributeMaxDynamicSharedMemorySize:
		if (value < 0 || (size_t)value > prop.sharedMemPerBlockOptin)
			return runtime_return(cudaErrorInvalidValue);
		*register_shared(func) = value;
		return cudaSuccess;
	case cudaFuncAttributePreferredSharedMemoryCarveout: /* a hint */
		return runtime_return(value < -1 || value > 100 ? cudaErrorInvalidValue
								: cudaSuccess);
	default:
		if ((int)attr < cudaFuncAttributeMaxDynamicSharedMemorySize ||
		    attr >= cudaFuncAttributeMax)
			return runtime_return(cudaErrorInvalidValue);
		return unsupported_call("cudaFuncSetAttribute of clusters");
	}
}

/* A hint. */
cudaError_t cudaFuncSetCacheConfig(const void *func, enum cudaFuncCache cacheConfig)
{
	struct cudaDeviceProp prop;
	const SimKernel *kernel;
	if ((unsigned)cacheConfig > cudaFuncCachePreferEqual)
		return runtime_return(cudaErrorInvalidValue);
	return find_with_device(func, &kernel, &prop);
}

cudaError_t cudaFuncGetName(const char **name, const void *func)
{
	if (!name || !func)
		return runtime_return(cudaErrorInvalidValue);
	const char *found = register_name(func);
	if (!found)
		return runtime_return(cudaErrorInvalidDeviceFunction);
	*name = found;
	return cudaSuccess;
}

/* The handle is the function itself. */
cudaError_t cudaGetKernel(cudaKernel_t *kernelPtr, const void *entryFuncAddr)
{
	if (!kernelPtr)
		return runtime_return(cudaErrorInvalidValue);
	if (!register_name(entryFuncAddr))
		return runtime_return(cudaErrorInvalidDeviceFunction);
	*kernelPtr = (cudaKernel_t)(uintptr_t)entryFuncAddr;
	return cudaSuccess;
}

/* --- occupancy -------------------------------------------------------------------------------- */

/* Blocks of that many threads that a multiprocessor holds, were there no shared memory. */
static int blocks_by_threads(const struct cudaDeviceProp *prop, int threads)
{
	int rounded = (threads + WARP - 1) / WARP * WARP;
	if (threads > prop->maxThreadsPerBlock)
		return 0;
	int blocks = prop->maxThreadsPerMultiProcessor / rounded;
	return blocks < prop->maxBlocksPerMultiProcessor ? blocks
							 : prop->maxBlocksPerMultiProcessor;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, const void *func,
								   int blockSize,
								   size_t dynamicSMemSize,
								   unsigned int flags)
{
	struct cudaDeviceProp prop;
	const SimKernel *kernel;
	if (!numBlocks || blockSize <= 0 ||
	    (flags & ~(unsigned)cudaOccupancyDisableCachingOverride))
		return runtime_return(cudaErrorInvalidValue);
	cudaError_t error = find_with_device(func, &kernel, &prop);
	if (error != cudaSuccess)
		return error;
	int blocks = blocks_by_threads(&prop, blockSize);
	size_t shared = dynamicSMemSize + sim_ptx_shared(kernel) + prop.reservedSharedMemPerBlock;
	if (dynamicSMemSize > kernel_shared_limit(func))
		blocks = 0;
	else if (shared > 0 && prop.sharedMemPerMultiprocessor / shared < (size_t)blocks)
		blocks = (int)(prop.sharedMemPerMultiprocessor / shared);
	*numBlocks = blocks;
	return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, const void *func,
							  int blockSize, size_t dynamicSMemSize)
{
	return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
		numBlocks, func, blockSize, dynamicSMemSize, cudaOccupancyDefault);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, const void *func,
						      int numBlocks, int blockSize)
{
	struct cudaDeviceProp prop;
	const SimKernel *kernel;
	if (!dynamicSmemSize || numBlocks <= 0 || blockSize <= 0)
		return runtime_return(cudaErrorInvalidValue);
	cudaError_t error = find_with_device(func, &kernel, &prop);
	if (error != cudaSuccess)
		return error;
	if (numBlocks > blocks_by_threads(&prop, blockSize))
		return runtime_return(cudaErrorInvalidValue);
	size_t share = prop.sharedMemPerMultiprocessor / (size_t)numBlocks;
	share = share > prop.reservedSharedMemPerBlock ? share - prop.reservedSharedMemPerBlock : 0;
	size_t limit = kernel_shared_limit(func);
	*dynamicSmemSize = share < limit ? share : limit;
	return cudaSuccess;
}

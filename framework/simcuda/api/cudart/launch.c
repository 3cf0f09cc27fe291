/* launch.c - launching kernels.
 *
 * cudaLaunchKernel(function, ...) is what C code calls. Code compiled by nvcc for kernel<<<...>>>
 * comes in three calls: push the configuration, pop it in the kernel's stub, then launch through a
 * handle; our handle is the host function itself. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/api/cudart/binary.h"
#include "framework/simcuda/api/cudart/refused.h"

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
	SimSite site; /* the line of the <<<>>>; the launch itself comes from code that nvcc made */
} Configuration;

static _Thread_local Configuration pending[MAX_PENDING];
static _Thread_local int pending_count;
static _Thread_local SimSite popped; /* of the one whose launch comes next; else empty */

static int block_fits(dim3 block)
{
	uint64_t threads = (uint64_t)block.x * block.y * block.z;
	return threads > 0 && block.x <= LAUNCH_MAX_THREADS && block.y <= LAUNCH_MAX_THREADS &&
	       block.z <= 64 && threads <= LAUNCH_MAX_THREADS;
}

static int launch_fits(dim3 grid, dim3 block)
{
	return grid.x > 0 && grid.y > 0 && grid.z > 0 && grid.x <= 2147483647u && grid.y <= 65535 &&
	       grid.z <= 65535 && block_fits(block);
}

/* Blocks that wait for each other must all be on the GPU at once. */
static int fits_together(const void *func, dim3 grid, dim3 block, size_t shared)
{
	int resident = 0;
	cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, func,
						      (int)(block.x * block.y * block.z), shared);
	return (uint64_t)grid.x * grid.y * grid.z <=
	       (uint64_t)resident * (uint64_t)simcuda_machine()->multiprocessors;
}

/* What refuses the launch before the machine hears of it. */
static cudaError_t check_launch(const SimKernel *kernel, const void *func, dim3 grid, dim3 block,
				const void *args, size_t shared)
{
	if (!launch_fits(grid, block))
		return cudaErrorInvalidConfiguration;
	/* the bodies in plugins use no shared memory, but a GPU would refuse too much of it */
	size_t all = shared + sim_ptx_shared(kernel);
	if ((!args && kernel->arguments > 0) || all > kernel_shared_limit(func))
		return cudaErrorInvalidValue;
	return cudaSuccess;
}

/* Beyond this a kernel is taken not to end. SIMCUDA_BUDGET sets another. */
#define BUDGET UINT64_C(1000000000)

static uint64_t budget(void)
{
	const char *text = getenv("SIMCUDA_BUDGET");
	char *end = NULL;
	unsigned long long most = text ? strtoull(text, &end, 10) : 0;
	if (!text || !*text)
		return BUDGET;
	if (*end || most == 0 || *text == '-') {
		fprintf(stderr,
			"simcuda: SIMCUDA_BUDGET=%s: expected how many instructions the warps of a "
			"kernel may take, such as 1000000000\n",
			text);
		exit(2);
	}
	return most;
}

/* SIMCUDA_RACECHECK=0: shared memory is not looked at. */
static int unchecked(void)
{
	const char *text = getenv("SIMCUDA_RACECHECK");
	if (!text || !*text || strcmp(text, "1") == 0)
		return 0;
	if (strcmp(text, "0") == 0)
		return 1;
	fprintf(stderr,
		"simcuda: SIMCUDA_RACECHECK=%s: expected 1, or 0 to look for no races and no "
		"unwritten "
		"bytes in shared memory\n",
		text);
	exit(2);
}

/* SIMCUDA_SCHEDULE=3: the third of many orders of warps and blocks. "compare:8": the usual, and where there is a
 * race the first eight besides. */
static void schedule_fill(SimRequest *request)
{
	const char *text = getenv("SIMCUDA_SCHEDULE"), *number = text;
	char *end = NULL;
	if (!text || !*text)
		return;
	int compares = strncmp(text, "compare:", 8) == 0;
	number += compares ? 8 : 0;
	unsigned long long value = strtoull(number, &end, 10);
	if (*end || *number < '0' || *number > '9' || value > UINT32_MAX ||
	    (compares && (value == 0 || value > SIM_SCHEDULES))) {
		fprintf(stderr,
			"simcuda: SIMCUDA_SCHEDULE=%s: expected the number of an order of warps "
			"and "
			"blocks, 0 for the usual one, or compare:8, up to compare:%d\n",
			text, SIM_SCHEDULES);
		exit(2);
	}
	if (compares)
		request->u.launch.compare = (uint32_t)value;
	else
		request->u.launch.schedule = (uint32_t)value;
}

/* What only a kernel in PTX is told. */
static cudaError_t grid_fill(SimRequest *request, const void *func, dim3 grid, dim3 block,
			     size_t shared)
{
	Binary *binary = register_binary(func);
	const uint32_t of_grid[3] = {grid.x, grid.y, grid.z};
	const uint32_t of_block[3] = {block.x, block.y, block.z};
	for (int i = 0; i < 3; i++) {
		request->u.launch.grid[i] = of_grid[i];
		request->u.launch.block[i] = of_block[i];
	}
	request->u.launch.shared = (uint32_t)shared;
	request->u.launch.budget = budget();
	request->u.launch.unchecked = unchecked();
	schedule_fill(request);
	return binary ? binary_image(binary, &request->u.launch.image) : cudaSuccess;
}

/* A body in a plugin is the whole kernel, so it may do what blocks do together. */
static cudaError_t launch(const void *func, dim3 gridDim, dim3 blockDim, void **args,
			  size_t sharedMem, cudaStream_t stream, int cooperative)
{
	const SimKernel *kernel;
	SimRequest request = {.code = SIM_LAUNCH, .site = popped};
	SimReply reply;
	popped = (SimSite){0};
	cudaError_t error = kernel_find(func, &kernel);
	if (error == cudaSuccess) {
		error = check_launch(kernel, func, gridDim, blockDim, args, sharedMem);
		if (error == cudaSuccess && cooperative &&
		    !fits_together(func, gridDim, blockDim, sharedMem))
			error = cudaErrorCooperativeLaunchTooLarge;
		if (error != cudaSuccess && request.site.frame[0]) /* it came by <<<>>> */
			refused_note(&(RefusedLaunch){.name = kernel->name,
						      .error = error,
						      .grid = gridDim,
						      .block = blockDim,
						      .block_fits = block_fits(blockDim),
						      .shared = sharedMem + sim_ptx_shared(kernel),
						      .shared_limit = kernel_shared_limit(func)},
				     &request.site);
	}
	if (error == cudaSuccess && sim_ptx_is(kernel))
		error = grid_fill(&request, func, gridDim, blockDim, sharedMem);
	if (error != cudaSuccess)
		return runtime_return_from(error, &request.site);
	request.u.launch.kernel = kernel;
	request.u.launch.arguments = (const void *const *)args;
	request.u.launch.threads =
		(uint64_t)gridDim.x * gridDim.y * gridDim.z * blockDim.x * blockDim.y * blockDim.z;
	request.u.launch.stream = (uint64_t)(uintptr_t)stream;
	request.u.launch.device = -1;
	request.u.launch.cooperative = cooperative;
	return runtime_return_from(simcuda_request(&request, &reply), &request.site);
}

cudaError_t cudaLaunchKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args,
			     size_t sharedMem, cudaStream_t stream)
{
	return launch(func, gridDim, blockDim, args, sharedMem, stream, 0);
}

cudaError_t cudaLaunchCooperativeKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args,
					size_t sharedMem, cudaStream_t stream)
{
	return launch(func, gridDim, blockDim, args, sharedMem, stream, 1);
}

/* Attributes that only say how soon or with which cache a kernel runs change nothing here. */
static int attribute_is_harmless(const cudaLaunchAttribute *attribute)
{
	switch (attribute->id) {
	case cudaLaunchAttributeIgnore:
	case cudaLaunchAttributeAccessPolicyWindow:
	case cudaLaunchAttributePriority:
	case cudaLaunchAttributePreferredSharedMemoryCarveout:
	case cudaLaunchAttributeCooperative: /* see below */
		return 1;
	default:
		return 0;
	}
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *func, void **args)
{
	if (!config || (config->numAttrs > 0 && !config->attrs))
		return runtime_return(cudaErrorInvalidValue);
	int cooperative = 0;
	for (unsigned i = 0; i < config->numAttrs; i++) {
		if (!attribute_is_harmless(&config->attrs[i]))
			return unsupported_call("cudaLaunchKernelExC with such an attribute");
		if (config->attrs[i].id == cudaLaunchAttributeCooperative)
			cooperative = config->attrs[i].val.cooperative;
	}
	return launch(func, config->gridDim, config->blockDim, args, config->dynamicSmemBytes,
		      config->stream, cooperative);
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
	Configuration *next = &pending[pending_count++];
	*next = (Configuration){gridDim, blockDim, sharedMem, stream, {{0}}};
	site_capture(&next->site);
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
	popped = last->site;
	return cudaSuccess;
}

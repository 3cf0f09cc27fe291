/* bodies.c - the kernels as the simulated GPU runs them: a plugin, loaded by libcudart.
 *
 * Each row of elementwise.h becomes a SimKernel: what memory a launch touches, what it costs, and
 * its work as a loop on the CPU. The number of threads does not matter: a kernel does all n
 * elements with any number of them. */
#include <stddef.h>

#include "elementwise.h"
#include "simcuda_kernel.h"

/* The parameters of every kernel, in order: out, x, y, s, n. */
enum { OUT, X, Y, S_, N, PARAMETERS };
#define ELEMENT_BYTES 4

static uint64_t value_of(const void *argument)
{
	return *(const uint64_t *)argument;
}

/* out is written; of x and y, as many are read as the kernel has inputs. */
static int elementwise_ranges(const void *const *arguments, int inputs, SimRange *ranges)
{
	uint64_t width = value_of(arguments[N]) * ELEMENT_BYTES;
	for (int i = OUT; i <= Y; i++)
		ranges[i] = (SimRange){.address = value_of(arguments[i]),
				       .width = width,
				       .rows = i <= inputs,
				       .pitch = width,
				       .access = i == OUT ? SIM_WRITE : SIM_READ};
	return Y + 1;
}

static void elementwise_cost(const void *const *arguments, int inputs, double flops, SimCost *cost)
{
	double n = (double)value_of(arguments[N]);
	*cost = (SimCost){.work = SIM_WORK_MEMORY,
			  .flops = flops * n,
			  .bytes = ELEMENT_BYTES * n * (1 + inputs)};
}

#define DEFINE_BODY(name, T, S, inputs, flops, value)                                              \
	static int ranges_##name(const void *const *arguments, uint64_t threads, SimRange *ranges) \
	{                                                                                          \
		(void)threads;                                                                     \
		return elementwise_ranges(arguments, inputs, ranges);                              \
	}                                                                                          \
	static void cost_##name(const void *const *arguments, uint64_t threads, SimCost *cost)     \
	{                                                                                          \
		(void)threads;                                                                     \
		elementwise_cost(arguments, inputs, flops, cost);                                  \
	}                                                                                          \
	static void run_##name(const void *const *arguments, uint64_t threads,                     \
			       void *const *memory)                                                \
	{                                                                                          \
		(void)threads;                                                                     \
		T *out = memory[OUT];                                                              \
		const T *x = memory[X], *y = memory[Y];                                            \
		S s = *(const S *)arguments[S_];                                                   \
		for (uint64_t i = 0, n = value_of(arguments[N]); i < n; i++)                       \
			out[i] = kernel_value_##name(x, y, s, i);                                  \
	}                                                                                          \
	static const SimKernel kernel_##name = {                                                   \
		"usegpu_k_" #name, PARAMETERS,  {8, 8, 8, sizeof(S), 8},                           \
		ranges_##name,     cost_##name, run_##name};
USEGPU_KERNELS(DEFINE_BODY)

extern const SimKernel *const simcuda_kernels[];
#define LIST_KERNEL(name, T, S, inputs, flops, value) &kernel_##name,
const SimKernel *const simcuda_kernels[] = {USEGPU_KERNELS(LIST_KERNEL) NULL};

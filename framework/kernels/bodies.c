/* bodies.c - the kernels as the simulated GPU runs them: a plugin, loaded by libcudart.
 *
 * Each row of elementwise.h and rows.h becomes a SimKernel: what memory a launch touches, what it
 * costs, and its work as a loop on the CPU. The number of threads does not matter: a kernel does
 * all elements with any number of them. */
#include <stdbool.h>
#include <stddef.h>

#include "framework/kernels/elementwise.h"
#include "framework/kernels/rows.h"
#include "simcuda_kernel.h"

/* The parameters of every kernel, in order: out, x, y, s, n. */
enum { OUT, X, Y, S_, N, PARAMETERS };
#define ELEMENT_BYTES 4

static uint64_t value_of(const void *argument)
{
	return *(const uint64_t *)argument;
}

/* The bytes of that many elements; more than any GPU has when they are too many to be counted. */
static uint64_t bytes_of(uint64_t count)
{
	return count > UINT64_MAX / ELEMENT_BYTES ? UINT64_MAX : count * ELEMENT_BYTES;
}

/* out is written; of x and y, as many are read as the kernel has inputs. An input that is out
 * itself makes that one range, read and written, and none of its own. */
static int elementwise_ranges(const void *const *arguments, int inputs, SimRange *ranges)
{
	uint64_t width = bytes_of(value_of(arguments[N]));
	for (int i = OUT; i <= Y; i++)
		ranges[i] = (SimRange){.address = value_of(arguments[i]),
				       .width = width,
				       .rows = i <= inputs,
				       .pitch = width,
				       .access = i == OUT ? SIM_WRITE : SIM_READ};
	for (int i = X; i <= inputs; i++) {
		if (ranges[i].address != ranges[OUT].address)
			continue;
		ranges[i].rows = 0;
		ranges[OUT].access = SIM_READ_WRITE;
	}
	return Y + 1;
}

static void elementwise_cost(const void *const *arguments, int inputs, double flops, SimCost *cost)
{
	double n = (double)value_of(arguments[N]);
	*cost = (SimCost){.work = SIM_WORK_MEMORY,
			  .flops = flops * n,
			  .bytes = ELEMENT_BYTES * n * (1 + inputs)};
}

/* Where an input lies: with the output if it is the same memory. */
static const void *input_of(const void *const *arguments, void *const *memory, int i)
{
	return value_of(arguments[i]) == value_of(arguments[OUT]) ? memory[OUT] : memory[i];
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
		const T *x = input_of(arguments, memory, X), *y = input_of(arguments, memory, Y);  \
		S s = *(const S *)arguments[S_];                                                   \
		for (uint64_t i = 0, n = value_of(arguments[N]); i < n; i++)                       \
			out[i] = kernel_value_##name(x, y, s, i);                                  \
	}                                                                                          \
	static const SimKernel kernel_##name = {"usegpu_k_" #name,                                 \
						PARAMETERS,                                        \
						{8, 8, 8, sizeof(S), 8},                           \
						ranges_##name,                                     \
						cost_##name,                                       \
						run_##name,                                        \
						NULL};
USEGPU_KERNELS(DEFINE_BODY)

/* --- rows.h ----------------------------------------------------------------------------------- */

static SimRange rows_range(const void *address, uint64_t count, SimAccess access)
{
	uint64_t width = bytes_of(count);
	return (SimRange){.address = (uint64_t)(uintptr_t)address,
			  .width = width,
			  .rows = 1,
			  .pitch = width,
			  .access = access};
}

enum { ROWS_OUT, ROWS_ALSO, ROWS_X, ROWS_Y, ROWS_RANGES };

/* As above: an x that is out itself is part of that range. Sizes that cannot be multiplied are more
 * than any memory holds. */
static int rows_ranges(RowsKernel kernel, const RowsArguments *a, SimRange *ranges)
{
	RowsSizes sizes = rows_sizes(kernel, a);
	bool in_place = a->x == a->out;
	if (a->m > 0 && a->n > UINT64_MAX / a->m)
		sizes.out = UINT64_MAX;
	if (in_place && sizes.x > sizes.out)
		sizes.out = sizes.x;
	ranges[ROWS_OUT] = rows_range(a->out, sizes.out,
				      sizes.out_old || in_place ? SIM_READ_WRITE : SIM_WRITE);
	ranges[ROWS_ALSO] =
		rows_range(a->also, sizes.also, sizes.also_old ? SIM_READ_WRITE : SIM_WRITE);
	ranges[ROWS_X] = rows_range(a->x, in_place ? 0 : sizes.x, SIM_READ);
	ranges[ROWS_Y] = rows_range(a->y, sizes.y, SIM_READ);
	return ROWS_RANGES;
}

static void rows_cost(RowsKernel kernel, const RowsArguments *a, SimCost *cost)
{
	RowsSizes sizes = rows_sizes(kernel, a);
	*cost = (SimCost){
		.work = SIM_WORK_MEMORY, .flops = sizes.flops, .bytes = rows_bytes(&sizes)};
}

/* The arguments with pointers to where the simulator keeps the memory. */
static RowsArguments rows_here(const RowsArguments *a, void *const *memory)
{
	RowsArguments here = *a;
	here.out = memory[ROWS_OUT];
	here.also = memory[ROWS_ALSO];
	here.x = a->x == a->out ? memory[ROWS_OUT] : memory[ROWS_X];
	here.y = memory[ROWS_Y];
	return here;
}

#define DEFINE_ROWS_BODY(name, ...)                                                                \
	static int ranges_##name(const void *const *arguments, uint64_t threads, SimRange *ranges) \
	{                                                                                          \
		(void)threads;                                                                     \
		return rows_ranges(ROWS_##name, arguments[0], ranges);                             \
	}                                                                                          \
	static void cost_##name(const void *const *arguments, uint64_t threads, SimCost *cost)     \
	{                                                                                          \
		(void)threads;                                                                     \
		rows_cost(ROWS_##name, arguments[0], cost);                                        \
	}                                                                                          \
	static void run_##name(const void *const *arguments, uint64_t threads,                     \
			       void *const *memory)                                                \
	{                                                                                          \
		(void)threads;                                                                     \
		RowsArguments here = rows_here(arguments[0], memory);                              \
		rows_##name(&here, 0, rows_sizes(ROWS_##name, arguments[0]).parts);                \
	}                                                                                          \
	static const SimKernel kernel_##name = {                                                   \
		"usegpu_k_" #name, 1,   {sizeof(RowsArguments)}, ranges_##name, cost_##name,       \
		run_##name,        NULL};
USEGPU_ROWS(DEFINE_ROWS_BODY)

extern const SimKernel *const simcuda_kernels[];
#define LIST_KERNEL(name, ...) &kernel_##name,
const SimKernel *const simcuda_kernels[] = {USEGPU_KERNELS(LIST_KERNEL) USEGPU_ROWS(LIST_KERNEL)
						    NULL};

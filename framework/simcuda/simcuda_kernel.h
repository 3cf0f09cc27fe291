/* simcuda_kernel.h - how the simulator is given kernels that it can run.
 *
 * A kernel plugin is a shared library that exports one symbol,
 *
 *     const SimKernel *const simcuda_kernels[];      (closed by a NULL)
 *
 * The simulator loads every library in <folder of libcudart.so.13>/kernels/, and those named in
 * SIMCUDA_KERNELS (separated by colons), and finds a kernel by the name that the program
 * registered for its host function. cuBLAS's routines are kernels of this form too. */
#ifndef SIMCUDA_KERNEL_H
#define SIMCUDA_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

#define SIM_MAX_RANGES    8
#define SIM_MAX_ARGUMENTS 12

/* SIM_MAY_ACCESS says that not every byte of the range is touched, or not surely: one triangle of a
 * matrix, a target that is read only if a factor in device memory is not zero. The range still
 * orders work, but unwritten bytes in it are no mistake, two such ranges never race, and writing
 * it does not make what was there before unreachable. But where both are SIM_ALL_WRITTEN, only whether
 * they are read is not sure, and they race; and where both are SIM_PLAIN, which atomics are not, two
 * GPUs that write race. */
typedef enum SimAccess {
	SIM_READ = 1,
	SIM_WRITE = 2,
	SIM_READ_WRITE = 3,
	SIM_MAY_ACCESS = 4,
	SIM_MAY_READ = SIM_MAY_ACCESS | SIM_READ,
	SIM_MAY_WRITE = SIM_MAY_ACCESS | SIM_WRITE,
	SIM_MAY_READ_WRITE = SIM_MAY_ACCESS | SIM_READ_WRITE,
	SIM_ALL_WRITTEN = 8,
	SIM_PLAIN = 16
} SimAccess;

/* Memory of a GPU, or pinned host memory, that one launch touches: `rows` runs of `width` bytes,
 * `pitch` bytes from the start of one to the start of the next. A plain range has rows = 1. Rows or
 * width of 0: nothing. */
typedef struct SimRange {
	uint64_t address;
	uint64_t width;
	uint64_t rows;
	uint64_t pitch;
	SimAccess access;
} SimRange;

typedef enum SimWork {
	SIM_WORK_MEMORY,   /* bound by memory: elementwise kernels, BLAS levels 1 and 2 */
	SIM_WORK_GEMM_F32, /* matrix products: flops at the modelled efficiency */
	SIM_WORK_GEMM_F64,
	SIM_WORK_GEMM_TF32, /* single precision, rounded to TF32 by the tensor cores */
	SIM_WORK_GEMM_F16,  /* half or bfloat16 factors, single precision sums */
	SIM_WORK_PART, /* charged with the launch before, of which it is a part: takes no time */
} SimWork;

/* What one launch costs. Time is made of this and the machine's figures alone. A matrix product
 * that gives its shape is charged for the tiles that it fills only in part; one without is taken
 * as large. */
typedef struct SimCost {
	SimWork work;
	double flops;
	double bytes;   /* device memory moved, reads plus writes */
	double m, n, k; /* of a product: C is m x n, k is summed over; 0: not known */
	double batch;   /* how many such products; 0 counts as 1 */
	int uneven;     /* 1: some row or column does not start at a multiple of 16 bytes */
} SimCost;

/* Single numbers of what a launch reads: the float at `offset` bytes of ranges[range]. False: it cannot be told. */
typedef struct SimElements {
	bool (*read)(void *context, int range, uint64_t offset, float *value);
	void *context;
} SimElements;

typedef struct SimKernel {
	const char *name; /* the unmangled device name, as registered */
	int arguments;
	uint16_t argument_bytes[SIM_MAX_ARGUMENTS];

	/* Fills ranges[] with what this launch touches and returns how many (at most
	 * SIM_MAX_RANGES). arguments[i] points to the i-th argument's value. `threads` is grid
	 * times block: how many threads were launched. */
	int (*ranges)(const void *const *arguments, uint64_t threads, SimRange *ranges);

	/* Fills *cost. */
	void (*cost)(const void *const *arguments, uint64_t threads, SimCost *cost);

	/* Does the work. memory[i] is where ranges[i] of this launch starts in the simulator's own
	 * memory (NULL for an empty range); the device pointers among the arguments cannot be
	 * dereferenced. */
	void (*run)(const void *const *arguments, uint64_t threads, void *const *memory);

	/* May be NULL. The float that this launch leaves at `offset` bytes of ranges[range], without the
	 * others. False: that cannot be told without running it. */
	bool (*element)(const void *const *arguments, int range, uint64_t offset,
			const SimElements *in, float *value);
} SimKernel;

#endif

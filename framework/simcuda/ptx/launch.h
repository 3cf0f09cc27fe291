/* launch.h - running a kernel in PTX: what it is given, how it ended, what it did. */
#ifndef PTX_LAUNCH_RUN_H
#define PTX_LAUNCH_RUN_H

#include "framework/simcuda/ptx/counts.h"
#include "framework/simcuda/ptx/handing.h"
#include "framework/simcuda/ptx/ptx.h"

/* An allocation of a GPU: addresses from `base`, whose bytes lie at `at`. mark has a byte for each
 * of them, to which PTX_READ and PTX_WRITTEN are added, and PTX_READ_FIRST where it was read before this
 * kernel wrote it; NULL: nobody wants to know. */
#define PTX_PIECE 1024
typedef struct PtxSpan {
	uint64_t base, bytes;
	unsigned char *at, *mark;
	uint64_t *
		pieces; /* of mark: bit i is set when byte i * PTX_PIECE or one of those behind it is
			   * marked; NULL: nobody wants to know */
	bool host;      /* pinned memory, which no cache of the GPU holds */
} PtxSpan;

enum { PTX_READ = 1, PTX_WRITTEN = 2, PTX_READ_FIRST = 4 };

typedef struct PtxMemory {
	void *context;
	/* The allocation that holds this byte. False: none does. */
	bool (*find)(void *context, uint64_t address, PtxSpan *span);
} PtxMemory;

struct PtxFault;

/* What one thread loads by an instruction, the first time. */
typedef struct PtxWatch {
	const PtxInstr *instr; /* NULL: none */
	uint32_t block, thread;
	bool seen;
	uint64_t value;
} PtxWatch;

typedef struct PtxLaunch {
	const PtxModule *module;
	const PtxKernel *kernel;
	uint32_t grid[3], block[3];
	uint32_t dynamic_shared;
	const void *params; /* kernel->param_bytes */
	uint64_t budget;    /* instructions of warps */
	PtxMemory memory;
	/* Told of mistakes after which the kernel goes on, PTX_RACE, PTX_UNWRITTEN and PTX_UNSET: the first
	 * of each.
	 * NULL: nobody is. The context is memory's. */
	void (*report)(void *context, const struct PtxFault *fault);
	/* Gets what the kernel prints, or of an assertion that does not hold. NULL: nobody does. The
	 * context is memory's. */
	void (*print)(void *context, const char *text, size_t bytes, bool is_error);
	/* Draws in which order warps and blocks run, and when it is whose turn; 0: the usual order. */
	uint32_t schedule;
#define PTX_STALLS (UINT32_C(1) << 31) /* a bit of it: some warps stand still for long besides */
	bool cooperative;              /* blocks may wait for each other: they all run at once */
	uint64_t image_address;        /* where the module's variables lie in the GPU's memory */
	/* For each instruction of the kernel, then of each of the module's functions, what it did is added
	 * up: ptx_code_count() of them. NULL: nobody wants to know. */
	PtxTally *tally;
	PtxWatch *watch;           /* NULL: nobody wants to know */
	const PtxHanding *handing; /* NULL: nobody wants to know */
} PtxLaunch;

typedef enum PtxEnd {
	PTX_DONE,
	PTX_OUT_OF_BOUNDS,
	PTX_MISALIGNED,
	PTX_CONST_WRITTEN,
	PTX_DIVERGENT_BARRIER,
	PTX_APART,          /* warps of a block wait at __syncthreads() of two lines */
	PTX_DIVERGENT_SYNC, /* a shuffle or vote whose mask names lanes that do not take part */
	PTX_BUDGET,
	PTX_TRAPPED,
	PTX_RACE,           /* two threads, in shared or global memory */
	PTX_UNWRITTEN,      /* shared memory is read that nobody has written */
	PTX_STACK_OVERFLOW, /* calls */
	PTX_BAD_BARRIER,    /* a barrier's number or count of threads */
	PTX_NO_MEMORY,      /* of the computer */
	PTX_ASSERTED,       /* an assertion did not hold; the line has been printed */
	PTX_UNSET,          /* a value is used that nobody has set: unset.h */
	PTX_ASTRAY,         /* where tensor cores are to load or store a matrix: matrix.c */
} PtxEnd;

typedef enum PtxUse { PTX_USE_BRANCH, PTX_USE_ADDRESS, PTX_USE_STORE } PtxUse;

/* How a launch ended, and where: for all but PTX_DONE and PTX_NO_MEMORY. */
typedef struct PtxFault {
	PtxEnd end;
	const PtxInstr *instr;
	uint32_t block[3], thread[3];
	PtxSpace space; /* of an access */
	uint64_t address;
	uint32_t bytes;
	uint64_t limit; /* how many bytes that space has; not of global memory */
	bool write;
	PtxUse use; /* of PTX_UNSET */
	/* of a race: the access before; of PTX_APART: the other barrier; of PTX_UNSET: the shuffle, or NULL: it was local memory */
	const PtxInstr *other;
	uint32_t other_thread[3], other_block[3];
	bool other_wrote;
} PtxFault;

/* Adds to *counts. */
PtxEnd ptx_run(const PtxLaunch *launch, PtxFault *fault, PtxCounts *counts);

/* How many instructions the kernel and the module's functions have. */
size_t ptx_code_count(const PtxModule *module, const PtxKernel *kernel);
/* Which instruction a tally is of. */
const PtxInstr *ptx_code_at(const PtxModule *module, const PtxKernel *kernel, size_t number);
/* Static shared memory of a block on a GPU, bytes: of the kernel, and of functions that it may call. */
uint32_t ptx_shared_used(const PtxModule *module, const PtxKernel *kernel);
/* Registers of 32 bits that a thread has on a GPU: estimated, because only NVIDIA's assembler says. */
uint32_t ptx_registers_estimated(const PtxModule *module, const PtxKernel *kernel);

#endif

/* device_link.h - the machine of a program as the judge reaches it, past the program
 * (framework/simcuda/remote/judge_link.h). */
#ifndef GRADER_WIRE_DEVICE_LINK_H
#define GRADER_WIRE_DEVICE_LINK_H

#include <stddef.h>
#include <stdint.h>

#include "framework/simcuda/core/sim_judge.h"
#include "simcuda.h"

typedef enum DeviceAnswer {
	DEVICE_DONE,
	DEVICE_NOWHERE, /* that is no live memory of a GPU, or nobody can know yet what is in it */
	DEVICE_BUSY,    /* a CUDA call of the program is under way that waits for the program */
	DEVICE_GONE,    /* the machine has ended */
} DeviceAnswer;

typedef struct DeviceBytes {
	int gpu;
	int late;      /* 1: memory of a GPU was written since the freeze */
	uint64_t base; /* where the allocation begins in which they lie */
} DeviceBytes;

/* Each blocks until the machine has answered. Without a machine that has a link of its own all
 * members are NULL. */
typedef struct DeviceLink {
	void *context;
	/* From the next go on the `at`-th operation of that kind fails, and `times` - 1 behind it; `what`: of those
	 * that do that (SimNote), 0: of all. */
	DeviceAnswer (*arm)(void *context, const char *kind, int64_t at, int64_t times,
			    uint64_t what);
	/* Kernels of that GPU take so many thousandths of their time, 1000 at least. */
	DeviceAnswer (*slow)(void *context, int gpu, int thousandths);
	/* In the next window it is counted what threads of kernels hand each other in shared memory; these come out
	 * of there instead. */
	DeviceAnswer (*hand)(void *context, const PtxDye *dye, size_t dyes);
	/* In the next window warps and blocks of kernels have another order, which that number draws; 0: the usual one. */
	DeviceAnswer (*order)(void *context, uint32_t order);
	/* A measured window begins, with 1 in `single` for one host thread alone, and products that are rough by
	 * a seed, if it is not 0; it ends, and the program is refused all but freeing. *second: another thread was refused. */
	DeviceAnswer (*go)(void *context, int single, uint64_t rough, SimcudaCounters *counters);
	DeviceAnswer (*freeze)(void *context, SimcudaCounters *counters, int *second);
	/* The marks of the window that has ended (simcuda_mark), in memory to be freed; *lost: how many
	 * more there were. */
	DeviceAnswer (*marks)(void *context, SimcudaMark **marks, int *count, uint64_t *lost);
	/* What the kernels in PTX did that were launched in it, likewise. */
	DeviceAnswer (*kernels)(void *context, SimKernelCounts **kernels, int *count,
				uint64_t *lost);
	/* The events that are there of the last ones made up to that number, likewise. */
	DeviceAnswer (*events)(void *context, uint64_t number, SimEvent **events, int *count);
	/* Which kernels were launched in it, likewise. *readings: of the clock by its end. */
	DeviceAnswer (*launched)(void *context, SimLaunched **launched, int *count, uint64_t *lost,
				 uint64_t *readings);
	/* Which calls that may fail it made, up to the first that failed, likewise. *rest: a hash of those that are not
	 * there. */
	DeviceAnswer (*notes)(void *context, SimNote **notes, int *count, uint64_t *lost,
			      uint64_t *rest);
	/* The program may use the GPUs again. */
	DeviceAnswer (*thaw)(void *context);
	/* `bytes` bytes of a GPU's memory as all that was queued leaves them. */
	DeviceAnswer (*peek)(void *context, uint64_t address, void *to, size_t bytes,
			     DeviceBytes *about);
	/* Writes them, behind all that was queued. Between measured windows alone. */
	DeviceAnswer (*poke)(void *context, uint64_t address, const void *from, size_t bytes);
	/* The same with `count` numbers of that seed from number `first` on (numbers.h), which are made when
	 * somebody needs them. */
	DeviceAnswer (*draw)(void *context, uint64_t address, uint64_t first, uint64_t count,
			     uint64_t seed);
	/* One float, as all that was queued leaves it: of a large product without the rest of it. */
	DeviceAnswer (*number)(void *context, uint64_t address, float *value, DeviceBytes *about);
} DeviceLink;

#endif

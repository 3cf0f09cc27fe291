/* ptx_launch.h - kernels in PTX. Part of core.h.
 *
 * Theory of operation. What such a kernel touches is not known before it has run. So it runs when it
 * is issued: whatever it comes to touch for the first time has first to be brought about by the work
 * that comes before it. The bytes that it touched are marked, and then make up an operation like
 * any other, which has already run: later work is ordered with it and compared with it. */
#ifndef PTX_LAUNCH_H
#define PTX_LAUNCH_H

#include "framework/simcuda/core/core.h"
#include "framework/simcuda/ptx/launch.h"

/* The bytes that a kernel reads and writes where they are: in other GPUs' memory, and in pinned host
 * memory. */
typedef struct Linked {
	uint64_t peer, in, out;
} Linked;

/* launch.c: what is common to all kernels. */
Linked linked_bytes(const Gpu *gpu, const OpSpec *spec);
/* A kernel is held up by the links. */
int64_t launch_time(const Sim *sim, const Gpu *gpu, const Linked *linked, int64_t time);
void launch_count(const Call *call, const SimCost *cost, const Linked *linked);
/* The GPU that is to run it and the stream. A stream of another GPU is a mistake. */
cudaError_t launch_stream(Call *call, const Actor *actor, Gpu **gpu, Stream **stream);

/* ptx_module.c: a kernel as the rest of the machine knows it, and as PTX. */
typedef struct PtxEntry {
	SimKernel kernel; /* its name is the one in the source */
	const PtxModule *module;
	const PtxKernel *code;
	bool atomics; /* it has some, on memory that may be a GPU's */
} PtxEntry;

/* NULL: the kernel is none of PTX. */
const PtxEntry *ptx_kernel_of(const SimKernel *kernel);

/* Of each byte of a window how it was touched. Marks are looked through, and made clean again, only where
 * there are some. */
#define PTX_WINDOW_BYTES 65536
typedef struct PtxMarks {
	unsigned char mark[PTX_WINDOW_BYTES];
	uint64_t pieces; /* of PTX_PIECE bytes, a bit each: it has some */
} PtxMarks;

/* ptx_memory.c: a window of memory that a running kernel has come to. */
typedef struct Touched {
	Alloc *alloc;         /* NULL: the host's */
	const Pinned *pinned; /* NULL: a GPU's */
	uint64_t base, bytes;
	unsigned char *at;
	PtxMarks *marks;
	unsigned char *before, *copy; /* ptx_compare.c: as it was; where the kernel runs again */
} Touched;

#define PTX_NEAR 1024

typedef struct PtxRun {
	Call *call;
	Gpu *gpu;
	const PtxEntry *entry;
	const PtxLaunch *launch;
	Touched *touched;
	size_t count, room;
	size_t near[PTX_NEAR]; /* which window was the last with these bits of its address */
	cudaError_t error;     /* why some memory could not be found that is there */
	Access *access;        /* what races are looked for with */
	size_t accesses, access_room;
	uint64_t bytes;   /* that were touched */
	Linked linked;    /* of these, over links */
	uint64_t dram[2]; /* of sectors of the GPU's own memory that were read, written */
	uint32_t compare; /* in how many other orders the kernel runs when it has a race */
	bool again;       /* it does so now */
	PtxFault race;    /* the first */
} PtxRun;

bool ptx_memory_find(void *run, uint64_t address, PtxSpan *span);
/* Makes the kernel's accesses of the marks, and notes what it wrote. False: no memory. */
bool ptx_memory_collect(PtxRun *run);
void ptx_memory_release(PtxRun *run);

/* ptx_findings.c: a finding, and the error that the GPU answers with from now on. */
/* Of mistakes after which the kernel goes on; the context is a PtxRun. */
void ptx_report(void *context, const PtxFault *fault);
void ptx_print(void *context, const char *text, size_t bytes, bool is_error);
cudaError_t ptx_fault(const PtxRun *run, const PtxLaunch *launch, const PtxFault *fault);

/* "3"; with more dimensions "(3, 0)". */
void ptx_place_text(char *text, size_t size, const uint32_t at[3], const uint32_t of[3]);
/* "at offset 4 of an allocation of 400 bytes on GPU 0" */
void ptx_global_text(char *text, size_t size, const PtxRun *run, uint64_t address);

/* ptx_variables.c: the name of a variable, as it stands in the source: the last of those that C++ makes one of; its
 * length. */
int ptx_variable_name(const PtxVariable *variable, const char **name);
/* The variable that is nearest to an access that lies in none, how far it is, and whether the access lies before it.
 * NULL: there is none. */
const PtxVariable *ptx_variable_near(const PtxModule *module, uint64_t at, uint64_t bytes,
				     uint64_t *far, bool *before);

/* ptx_compare.c: keeps what memory holds before the kernel. False: no memory. */
bool ptx_touched_keep(const PtxRun *run, Touched *touched);
/* A race has been told. */
void ptx_compare_note(PtxRun *run, const PtxFault *fault);
/* Behind the launch: whether it would have come to something else in other orders. */
void ptx_compare(PtxRun *run, const PtxCounts *counts);

/* occupancy.c: how much of it a multiprocessor holds. */
void ptx_occupancy(const SimMachine *machine, const PtxLaunch *launch, SimOccupancy *occupancy);

/* ptx_cost.c: fills in what each bound takes, and returns what the launch takes, ns. */
int64_t ptx_time(const SimMachine *machine, SimKernelCounts *of);

/* ptx_profile.c: the counts, and those of each line of the source. NULL: no memory. */
SimProfile *ptx_profile(const PtxLaunch *launch, const SimKernelCounts *counts);

/* kernel_log.c: the next launch's place in the log, all zero, for the caller to fill in and to keep.
 * NULL: no memory. */
SimKernelCounts *kernel_log_next(Sim *sim);
void kernel_log_keep(Sim *sim);

/* ptx_launch.c */
cudaError_t ptx_launch_issue(Call *call);

/* ptx_module.c: SIM_IMAGE, SIM_PLACE. */
cudaError_t ptx_image(Call *call);
cudaError_t ptx_place(Call *call);

#endif

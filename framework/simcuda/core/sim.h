/* sim.h - the simulated machine: GPUs with their memory, streams, events, engines and clocks.
 *
 * Theory of operation. The machine is a state machine. Whatever a program asks of CUDA becomes one
 * SimRequest; sim_call() answers it with a SimReply. The machine has no globals and does no input
 * or output, so it can be tested by itself and can live in another process than the program: it
 * touches the program's memory only through the SimHost functions.
 *
 * Time and data are separate. The times of an operation (a copy, a fill, a launch) are fixed when
 * it is issued, from the cost model alone: it starts when its stream, what it waits for and its
 * engine are free, and ends after the modelled duration. Its bytes are produced later, on demand:
 * when the host synchronises with it or with something ordered after it. So a reader that is not
 * ordered after a writer sees the old bytes, on every run.
 *
 * Every host thread has a virtual clock, which only requests move. Times are nanoseconds since the
 * machine was made.
 *
 * Not safe for concurrent calls: whoever owns the machine holds a lock around sim_call(). */
#ifndef SIM_H
#define SIM_H

#include <stddef.h>
#include <stdint.h>

#include "cuda_runtime_api.h" /* cudaError_t, cudaMemcpyKind and flag values */
#include "framework/simcuda/machine/machine.h"
#include "framework/simcuda/ptx/counts.h"
#include "framework/simcuda/ptx/handing.h"
#include "simcuda.h"
#include "simcuda_kernel.h"

typedef struct Sim Sim;

/* A watched page is closed only while the next host function runs: a touch opens it, and is told of
 * with SIM_HOST_TOUCH when the request that ran the function has been answered. */
typedef enum SimProtection {
	SIM_OPEN,
	SIM_READABLE,
	SIM_CLOSED,
	SIM_WATCHED_READABLE, /* may be read */
	SIM_WATCHED,
} SimProtection;

/* How the machine reaches the program. Addresses are the program's. */
typedef struct SimHost {
	void *context;
	void (*read)(void *context, void *to, uint64_t from, size_t bytes);
	void (*write)(void *context, uint64_t to, const void *from, size_t bytes);
	void (*call)(void *context, uint64_t function, uint64_t argument); /* cudaLaunchHostFunc */
	/* Closes whole pages of the program's memory to it, or opens them. The machine itself only
	 * reads and writes pages that are open. NULL: cannot be done. */
	void (*protect)(void *context, uint64_t address, uint64_t bytes, SimProtection protection);
	uint64_t page_bytes;
	/* These bytes may be read later, and will then have to be what they are now. NULL: nobody asks. */
	void (*hold)(void *context, uint64_t from, size_t bytes);
} SimHost;

/* A call site: up to this many return addresses, innermost first, 0 where there are fewer. The
 * machine never looks inside; it hands them back in findings. */
#define SIM_SITE_DEPTH 4
typedef struct SimSite {
	uint64_t frame[SIM_SITE_DEPTH];
} SimSite;

/* Streams and events are numbers, tagged so that one is never taken for the other. 0, 1 and 2 are
 * CUDA's own: the legacy default stream (cudaStreamLegacy) and the per-thread one. */
#define SIM_STREAM_DEFAULT    ((uint64_t)0)
#define SIM_STREAM_LEGACY     ((uint64_t)1)
#define SIM_STREAM_PER_THREAD ((uint64_t)2)

/* How host memory that GPUs can use came about. */
typedef enum SimHostKind {
	SIM_HOST_PINNED,     /* cudaMallocHost, cudaHostAlloc */
	SIM_HOST_REGISTERED, /* cudaHostRegister */
	SIM_HOST_MANAGED,    /* cudaMallocManaged: freed as device memory is */
} SimHostKind;

typedef enum SimCode {
	SIM_SET_DEVICE,   /* device */
	SIM_GET_DEVICE,   /* device: 1 + the GPU whose properties are asked for, or 0 -> value[0] */
	SIM_RESET_DEVICE, /* the current one: destroys its memory, streams, events */
	SIM_SYNC_DEVICE,  /* the current one */
	SIM_MEMORY_INFO,  /* the current one -> value[0] free, value[1] total */
	SIM_CAN_ACCESS_PEER, /* peer.device, peer.peer -> value[0] 0 or 1 */
	SIM_ENABLE_PEER,     /* peer.peer, peer.flags; from the current device */
	SIM_DISABLE_PEER,    /* peer.peer */
	SIM_MALLOC,     /* malloc.bytes, .stream, .ordered (cudaMallocAsync) -> value[0] address */
	SIM_FREE,       /* free.address, .stream, .ordered (cudaFreeAsync) */
	SIM_HOST_ALLOC, /* host.address, .bytes, .kind: the program has made this memory pinned */
	SIM_HOST_TOUCH, /* touch.address, .writes: the program touches a page that is closed to it;
			 * opens it -> value[0] 1, or 0 when it was open already.
			 * cudaErrorInvalidValue: not pinned memory. With .function: a watched page,
			 * which the host function of that number touched, of those that the last
			 * request ran, from 1 on; opens nothing */
	SIM_HOST_FREE,  /* host.address */
	SIM_MANAGED_MOVE,   /* managed.address, .bytes, .device (-1: the host), .stream */
	SIM_MANAGED_ATTACH, /* managed.address, .bytes (0: all), .flags, .stream */
	SIM_POINTER,        /* pointer.address -> value[0] cudaMemoryType, value[1] device,
			     * value[2] the allocation's base, value[3] its size */
	SIM_POOL_CREATE,    /* pool.device, .value (the most that it may hold, 0: no limit)
			     * -> value[0] */
	SIM_POOL_DESTROY,   /* pool.pool */
	SIM_POOL_FIND,      /* pool.device -> value[0] the current pool, value[1] the default one */
	SIM_POOL_CHOOSE,    /* pool.device, .pool: the current pool from now on */
	SIM_POOL_GET,       /* pool.pool, .attribute -> value[0]; value[1] its device */
	SIM_POOL_SET,       /* pool.pool, .attribute or .trims, .value */
	SIM_COPY,           /* copy: cudaMemcpy and its family */
	SIM_MEMSET,         /* memset */
	SIM_LAUNCH,         /* launch */
	SIM_FETCH,          /* fetch: memory of a GPU, as work queued now would find it */
	SIM_HOST_FUNCTION,  /* function: cudaLaunchHostFunc */
	SIM_STREAM_CREATE,  /* stream.flags, .priority -> value[0] */
	SIM_STREAM_DESTROY, /* stream.stream */
	SIM_STREAM_SYNC,    /* stream.stream */
	SIM_STREAM_QUERY,   /* stream.stream -> error cudaSuccess or cudaErrorNotReady */
	SIM_STREAM_WAIT,    /* stream.stream, .event */
	SIM_STREAM_INFO,    /* stream.stream -> value[0] device, value[1] flags */
	SIM_EVENT_CREATE,   /* event.flags -> value[0] */
	SIM_EVENT_DESTROY,  /* event.event */
	SIM_EVENT_RECORD,   /* event.event, .stream */
	SIM_EVENT_SYNC,     /* event.event */
	SIM_EVENT_QUERY,    /* event.event -> error cudaSuccess or cudaErrorNotReady */
	SIM_EVENT_ELAPSED,  /* event.event (start), .stop -> value[0] nanoseconds, as int64_t */
	SIM_HOST_WORK,      /* work.flops, .bytes: the thread's clock moves on */
	SIM_CALL_NEXT,    /* next.due: the program waits, by means of its own, for something that a
			   * host function may do; runs the one that is over first, or with `due`
			   * only if that is over by now -> value[0] 1, or 0 when there is none;
			   * next.ask: only tells whether there is one */
	SIM_CLOCK,        /* the thread's clock, which the reading moves a little -> value[0] ns,
			   * value[1] 1 if a host function is due */
	SIM_CLOCK_MOVE,   /* clock.by, .to: on by that much, then to that time if it is later */
	SIM_THREAD_START, /* clock.to: the thread begins at that time */
	SIM_THREAD_END,   /* the thread ends: its number may be given to another */
	SIM_FINISH,       /* the program ends, or a part of it: looks for leaks; finish.again */
	SIM_BLAS_UNREADY, /* a routine of cuBLAS's older interface has no handle: a finding */
	SIM_IMAGE,   /* image.ptx: memory for its variables on the current GPU, which holds their
			   * first values -> value[0] address */
	SIM_PLACE,   /* place.ptx, .variable, .address, .apart: that managed variable of the module
			   * lies there, in managed memory of its size that is the machine's from now
			   * on, as by SIM_HOST_ALLOC */
	SIM_PRINTED, /* printed.to, .bytes: what kernels printed is written there, the oldest
			   * first, as much of one kind as there is room for, and forgotten
			   * -> value[0] bytes, value[1] 1 if they are for the standard error */
	SIM_CODES
} SimCode;

#define SIM_OWN_READ 2 /* SimRequest.internal: what is fetched stays with the machine */

#define SIM_SCHEDULES 1000 /* other orders that are tried of a launch, at the most */

/* A factor of a launch that is less is next to nothing. */
#define SIM_FACTOR_LEAST 0x1p-12

typedef struct SimRequest {
	SimCode code;
	int thread;    /* the host thread, 0 upwards; it comes into being with its first request */
	int internal;  /* 1: made by a library inside another call; costs the host no time, is not
			* counted as a call; memory made so is not reported as a leak */
	int continued; /* 1: a further part of the CUDA call that sent the request before it */
	const char *name; /* of the CUDA call, for a trace; NULL: the usual one of this code */
	SimSite site;
	union {
		int device;
		struct {
			int device, peer;
			unsigned flags;
		} peer;
		struct {
			uint64_t bytes, stream;
			int ordered;
			uint64_t pool; /* ordered: 0 is the current one of the stream's GPU */
		} malloc;
		struct {
			uint64_t address, stream;
			int ordered;
		} free;
		struct {
			uint64_t address, bytes;
			SimHostKind kind;
			int apart; /* 1: managed memory that SimHost.read and .write reach while its
				    * pages are closed to the program, so that it need not be
				    * computed before somebody looks */
		} host;
		struct {
			uint64_t address, bytes, stream;
			int device;
			unsigned flags;
		} managed;
		struct {
			uint64_t pool, value;
			int device;
			enum cudaMemPoolAttr attribute;
			int trims; /* POOL_SET gives back what is beyond .value */
		} pool;
		struct {
			uint64_t address;
		} pointer;
		struct {
			uint64_t address;
			int writes, function;
			int atomic; /* by one instruction that no other comes between */
		} touch;
		struct {
			uint64_t to, from;
			uint64_t width, rows, to_pitch, from_pitch; /* rows = 1: width bytes */
			enum cudaMemcpyKind kind;
			uint64_t stream;
			int async;
			int peer;                   /* 1: cudaMemcpyPeer and its Async form, with */
			int to_device, from_device; /* these */
		} copy;
		struct {
			uint64_t to, bytes, stream;
			uint64_t rows, pitch; /* of `bytes` bytes each; 0, 0: one row */
			int value;
			int async;
		} memset;
		struct {
			const SimKernel *kernel;
			const void *const *arguments; /* copied by the call */
			uint64_t threads;             /* grid times block */
			uint64_t stream;
			int device; /* -1: the current one; cuBLAS passes its handle's */
			/* of a kernel in PTX: */
			uint32_t grid[3], block[3], shared; /* shared: dynamic, bytes */
			uint64_t image;                     /* SIM_IMAGE; 0: none */
			uint64_t budget;                    /* instructions of warps */
			int unchecked;     /* 1: shared memory is not looked at for mistakes */
			int cooperative;   /* blocks may wait for each other */
			uint32_t schedule; /* draws an order of warps and blocks; 0: the usual */
			uint32_t compare; /* when there is a race, other orders to try: 1 to this */
			unsigned
				still; /* of cuBLAS's: bit 0: alpha is below SIM_FACTOR_LEAST, bit 1: beta */
		} launch;
		struct {
			uint64_t to, from, bytes; /* `to` is the program's memory */
			uint64_t stream;          /* of `device`, as for a launch */
			int device;
		} fetch;
		struct {
			uint64_t function, argument, stream;
		} function;
		struct {
			int due, ask;
		} next;
		struct {
			uint64_t stream, event;
			unsigned flags;
			int priority;
			int handle_of; /* SIM_STREAM_INFO: 1 + the GPU of the cuBLAS handle that
					* is to use it; 0: nobody's */
		} stream;
		struct {
			uint64_t event, stop, stream;
			unsigned flags;
		} event;
		struct {
			double flops, bytes;
		} work;
		struct {
			int64_t by, to; /* ns */
		} clock;
		struct {
			const struct SimPtx *ptx; /* which has variables */
		} image;
		struct {
			const struct SimPtx *ptx;
			uint64_t address;
			uint32_t variable;
			int apart; /* as of host */
		} place;
		struct {
			uint64_t to, bytes; /* `to` is the program's memory */
		} printed;
		struct {
			int again; /* 1: addresses of freed memory are given again next */
		} finish;
	} u;
} SimRequest;

typedef struct SimReply {
	cudaError_t error; /* what the CUDA call returns */
	uint64_t value[4];
} SimReply;

/* --- findings: what the program did wrong ----------------------------------------------------- */

typedef enum SimFindingKind {
	SIM_FINDING_RACE,
	SIM_FINDING_OUT_OF_BOUNDS,
	SIM_FINDING_USE_AFTER_FREE,
	SIM_FINDING_DOUBLE_FREE,
	SIM_FINDING_UNINITIALISED_READ,
	SIM_FINDING_WRONG_DEVICE,
	SIM_FINDING_HOST_POINTER,
	SIM_FINDING_DEVICE_POINTER,
	SIM_FINDING_LEAK,
	SIM_FINDING_UNSYNCHRONISED_TIMING,
	SIM_FINDING_NOT_INITIALISED,
	SIM_FINDING_MISALIGNED,
	SIM_FINDING_DIVERGENT_BARRIER,
	SIM_FINDING_ENDLESS_LOOP,
	SIM_FINDING_TRAP,
	SIM_FINDING_KINDS
} SimFindingKind;

/* One finding. The message is one sentence without addresses and without file names, such as
 * "cudaMemcpy writes 4096 bytes at offset 0 of an allocation of 4000 bytes on GPU 0". */
typedef struct SimFinding {
	SimFindingKind kind;
	char message[320];
	int sites;
	SimSite site[2]; /* where it happened, then where the memory was made, freed, or first used
			  */
} SimFinding;

/* "race", "out-of-bounds", ...: the names of the JSON report. */
const char *sim_finding_kind_name(SimFindingKind kind);

/* --- kernels in PTX: ptx_module.c ------------------------------------------------------------- */

typedef struct SimPtx SimPtx;

/* NULL, and *problem says in one sentence why. It is freed when no machine is left that may name it. */
SimPtx *sim_ptx_load(const char *text, size_t bytes, const char *const *managed, char *problem,
		     size_t size);

/* For who has decoded a module (ptx/decoded.h): it is linked, and belongs to the result. NULL: no memory.
 * It is freed when no machine is left that may name it. */
struct PtxModule;
SimPtx *sim_ptx_make(struct PtxModule *module);
void sim_ptx_free(SimPtx *ptx);
const struct PtxModule *sim_ptx_module(const SimPtx *ptx);
/* By its number in the module; NULL: there is none. */
const SimKernel *sim_ptx_kernel_at(const SimPtx *ptx, uint32_t number);

/* The kernel of that name, which is only to be launched; NULL: there is none. */
const SimKernel *sim_ptx_kernel(const SimPtx *ptx, const char *name);

/* Whether it is one of those. */
int sim_ptx_is(const SimKernel *kernel);

/* The shared memory that each block of it has besides what a launch adds; bytes. */
uint32_t sim_ptx_shared(const SimKernel *kernel);

/* Its variables lie one after the other in memory of a GPU, of so many bytes. */
uint64_t sim_ptx_image_bytes(const SimPtx *ptx);
/* Where in it a variable lies. 0; -1: there is none of that name. */
int sim_ptx_variable(const SimPtx *ptx, const char *name, uint64_t *offset, uint64_t *bytes);
/* Of a managed variable its number, for SIM_PLACE, and its first bytes. -1: there is none of that name. */
int sim_ptx_managed(const SimPtx *ptx, const char *name, uint32_t *number, const void **first,
		    uint64_t *bytes);

/* --- what kernels in PTX did: kernel_log.c ------------------------------------------------------ */

/* What limits how many blocks a multiprocessor holds. */
typedef enum SimLimit {
	SIM_LIMIT_BLOCKS,
	SIM_LIMIT_WARPS,
	SIM_LIMIT_REGISTERS,
	SIM_LIMIT_SHARED,
	SIM_LIMITS
} SimLimit;

/* Of one multiprocessor. */
typedef struct SimOccupancy {
	uint32_t registers;          /* of a thread; estimated from those that are in use at once */
	uint32_t allows[SIM_LIMITS]; /* how many blocks each limit allows */
	uint32_t blocks, warps;      /* that it holds at once */
	uint32_t warps_most;         /* that the GPU could hold */
	uint32_t limited_by;         /* SimLimit: the first that allows the fewest */
	double waves;                /* the grid, in times that all multiprocessors are filled */
} SimOccupancy;

/* What a launch's time is made of, ns: the longest counts; ptx_cost.c. */
typedef enum SimBound {
	SIM_BOUND_ISSUE,   /* instructions, by class and in all */
	SIM_BOUND_L1,      /* lines of global memory, wavefronts of shared memory */
	SIM_BOUND_L2,      /* sectors */
	SIM_BOUND_DRAM,    /* bytes */
	SIM_BOUND_ATOMICS, /* one after the other at one address */
	SIM_BOUND_LATENCY, /* warps wait, and there are too few others to run meanwhile */
	SIM_BOUNDS
} SimBound;

/* One launch that ended without a mistake. A record of fixed size, without pointers. */
typedef struct SimKernelCounts {
	char name[64];   /* as in the source; cut off if it is longer */
	uint64_t number; /* 1 upwards: launches of kernels in PTX on this machine */
	int32_t gpu;
	uint32_t other_stream; /* 1: it is in another stream than the default one */
	uint32_t grid[3], block[3];
	uint32_t static_shared, dynamic_shared; /* bytes */
	int64_t time;                           /* ns, modelled */
	double bound[SIM_BOUNDS];               /* ns, without the launch's own time */
	SimOccupancy occupancy;
	/* Distinct sectors of the GPU's own memory that it read and wrote, each once, in bytes: an L2 that
	 * is empty when the kernel begins, and never too small. */
	uint64_t dram_read, dram_written;
	PtxCounts counts;
} SimKernelCounts;

/* How many are kept. */
#define SIM_KERNEL_LOG 256

/* Copies the last ones, the oldest first, `room` at most; returns how many. *launched, if wanted: how
 * many there were since the log was cleared. */
size_t sim_kernels(const Sim *sim, SimKernelCounts *to, size_t room, uint64_t *launched);
void sim_kernels_clear(Sim *sim);

/* What a line of a kernel's source did, of all its instructions. */
typedef struct SimKernelLine {
	const char *file; /* "" when it is not known; lives as long as the machine */
	uint32_t line;
	PtxTally tally;
} SimKernelLine;

/* A launch and its lines, in the order of files and lines. In one piece of memory: free(). */
typedef struct SimProfile {
	SimKernelCounts counts;
	size_t lines;
	SimKernelLine line[];
} SimProfile;

/* "registers", "latency" ... */
const char *sim_limit_name(SimLimit limit);
const char *sim_bound_name(SimBound bound);

/* --- the machine ------------------------------------------------------------------------------ */

/* Makes the machine. `device_base[i]` (one for each GPU) is where GPU i's addresses begin: the
 * program has reserved sim_address_bytes(machine) bytes there, which it cannot touch. The machine's
 * own copy of that memory is committed only as it is used. NULL when there is no memory. */
Sim *sim_create(const SimMachine *machine, const SimHost *host, const uint64_t *device_base);
void sim_free(Sim *sim);

/* Of memory that was freed, each GPU keeps so many bytes of the computer's for the next allocation, which
 * is faster. At first none: a program may be watched for what it holds. Right behind sim_create(). */
void sim_keep(Sim *sim, uint64_t bytes);

/* How many bytes of addresses one GPU needs: more than it has memory, so that freed addresses are
 * not given out again soon and a use after free is seen. */
uint64_t sim_address_bytes(const SimMachine *machine);

/* Answers one request. Never fails in itself: a bad request gets an error in the reply. */
void sim_call(Sim *sim, const SimRequest *request, SimReply *reply);

/* The counters so far, with the clock of `thread`. */
void sim_counters(const Sim *sim, int thread, SimcudaCounters *counters);

/* Notes that moment for a judge (simcuda_mark). The log has room for SIMCUDA_MARKS. */
void sim_mark(Sim *sim, int thread, uint64_t first, uint64_t second);

/* The same, with SIMCUDA_SLEPT, if a host function is running. */
void sim_slept(Sim *sim, int thread, int64_t nanoseconds);

/* How many marks were kept since the log was cleared, and how many more there were. They are valid until
 * the next one. */
uint64_t sim_marks(const Sim *sim, const SimcudaMark **marks, uint64_t *lost);
void sim_marks_clear(Sim *sim);

/* The findings so far, in the order in which they were made; identical ones (kind, message and
 * sites) are listed once. Valid until the next sim_call(). */
int sim_findings(const Sim *sim, const SimFinding **findings);

/* How one GPU is used, for tools that look from outside. */
typedef struct SimUsage {
	int attached;        /* 1: the program has used it, so CUDA holds a context there */
	uint64_t used_bytes; /* total less free, as cudaMemGetInfo counts; 0 when not attached */
	int64_t busy_ns;     /* the time that its compute engine works, queued work included */
	int64_t until_ns;    /* when that work ends */
} SimUsage;

/* Has no effect on times or counters. */
void sim_usage(const Sim *sim, int gpu, SimUsage *usage);

/* Bit i: GPU i, below 64, has work at that time which is not over. */
uint64_t sim_working(const Sim *sim, int64_t time);
/* The same of work that the host has not learned to be over, by whatever call: it may well be, as where it has slept. */
uint64_t sim_unsettled(const Sim *sim);
/* When all that has been queued on GPUs is over. */
int64_t sim_over(const Sim *sim);

/* The virtual clock of a thread, which is not moved; 0 for one that made no request yet. */
int64_t sim_clock(const Sim *sim, int thread);

/* Describes where an address lies, for the explanation of a fault: fills *device, *base, *bytes
 * (the live or freed allocation around or just before it) and *made (where it was made).
 * Returns 1 inside a live allocation, 2 inside a freed one, 3 elsewhere in a GPU's addresses,
 * 0 when the address is not a GPU's. Async-signal-safe. */
int sim_describe(const Sim *sim, uint64_t address, int *device, uint64_t *base, uint64_t *bytes,
		 SimSite *made);

#endif

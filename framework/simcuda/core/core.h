/* core.h - the parts of the simulated machine and who does what, grouped by source file.
 *
 * A request enters sim_call() (sim.c), which pays its host time and hands it to one handler. A
 * handler checks everything first and changes the machine last, so that a request which fails
 * leaves no trace but a finding.
 *
 * Work given to a GPU is an operation (Op). Issuing it (op.c) gathers what it has to wait for and
 * fixes its times; it then stays pending until something that is ordered after it is waited for,
 * which executes it together with everything that it depends on (work.c). An executed operation
 * keeps only its times. Operations are counted references: held by the list of pending ones, by
 * streams as their tail, by events, and by later operations that depend on them. */
#ifndef CORE_H
#define CORE_H

#include <stdbool.h>
#include <stdio.h>

#include "sim.h"

#define SIM_ALIGNMENT    512                  /* of device addresses */
#define SIM_SMALL_BYTES  (UINT64_C(1) << 20)  /* from here on, memory is taken in whole pages */
#define SIM_PAGE_BYTES   (UINT64_C(2) << 20)  /* what CUDA takes from a GPU at a time */
#define SIM_STAGED_BYTES (UINT64_C(64) << 20) /* the largest pageable copy that stays pending */
#define SIM_MAX_PENDING  65536                /* beyond it the oldest half is executed */
#define SIM_FREED_KEPT   1024                 /* freed allocations remembered per GPU */
#define SIM_MAX_FINDINGS 1024                 /* further ones are not recorded */
#define SIM_MAX_THREADS  65536

typedef struct Alloc Alloc;
typedef struct Gpu Gpu;
typedef struct Op Op;
typedef struct Stream Stream;

/* --- spans.c: which bytes of an allocation have been written ---------------------------------- */

typedef struct Span {
	uint64_t from, to; /* [from, to) */
} Span;

typedef struct Spans {
	Span *span; /* sorted, disjoint, not touching */
	size_t count, room;
} Spans;

/* Makes room for one spans_add() of a range with that many rows. False: no memory. */
bool spans_reserve(Spans *spans, uint64_t rows);

/* Adds a range, for which room was reserved. */
void spans_add(Spans *spans, const SimRange *range);

/* Whether all of [from, to) is in the set. */
bool spans_cover(const Spans *spans, uint64_t from, uint64_t to);

/* The first stretch at or after *at and before `end` that is not in the set: sets *at to where it
 * begins and returns where it ends. Returns `end` with *at = end when there is none. */
uint64_t spans_gap(const Spans *spans, uint64_t *at, uint64_t end);

void spans_release(Spans *spans);

/* --- memory.c, backing.c: device memory ------------------------------------------------------- */

struct Alloc {
	Gpu *gpu;
	uint64_t address, bytes;
	int pending;   /* operations that touch it and are not executed yet */
	bool freed;    /* by the program; stays until nothing is pending */
	bool internal; /* a library's own */
	bool ordered;  /* from cudaMallocAsync */
	bool reported; /* as a leak */
	SimSite made, freed_at;
	Spans written;
};

/* What is remembered of memory that is gone. */
typedef struct Freed {
	uint64_t address, bytes;
	SimSite made, freed_at;
} Freed;

/* Around an address: the live or freed allocation that holds it, or else the one before it. */
typedef struct Place {
	Gpu *gpu;
	enum { PLACE_LIVE = 1, PLACE_FREED, PLACE_BETWEEN } where;
	Alloc *alloc;         /* PLACE_LIVE */
	uint64_t base, bytes; /* of that allocation; bytes 0: nothing was ever there or before */
	const SimSite *made, *freed_at; /* NULL where unknown; freed_at only for PLACE_FREED */
} Place;

cudaError_t memory_init(Sim *sim, Gpu *gpu, uint64_t base);
void memory_release(Gpu *gpu);

/* The GPU in whose addresses this one lies; NULL for the host's. */
Gpu *memory_gpu(const Sim *sim, uint64_t address);

/* The live allocation that holds `bytes` bytes from `address`; NULL. */
Alloc *memory_find(const Sim *sim, uint64_t address, uint64_t bytes);

/* Describes an address of a GPU. Reads only: safe in a signal handler. */
void memory_place(const Gpu *gpu, uint64_t address, Place *place);

/* The machine's own copy of an allocation's byte. */
unsigned char *memory_bytes(const Alloc *alloc, uint64_t address);

/* Fills those bytes of the range that were never written with the poison pattern. */
void memory_poison(const Alloc *alloc, const SimRange *range);

uint64_t memory_free_bytes(const Sim *sim, const Gpu *gpu);

/* Ends an allocation that nobody may use any more; its bytes go once nothing is pending on it. */
void memory_end(Sim *sim, Alloc *alloc, const SimSite *site);

/* An operation that touches it has been issued, or is over. */
void memory_hold(Alloc *alloc);
void memory_drop(Alloc *alloc);

/* The pattern that fresh bytes show: 0xFFF5 again and again, a NaN in every float format. */
unsigned char memory_poison_byte(uint64_t address);

/* NULL: the system gives no more. */
unsigned char *backing_map(uint64_t bytes);
void backing_unmap(unsigned char *backing, uint64_t bytes);
/* Gives whole pages in between back to the system. What they hold is lost. */
void backing_forget(unsigned char *from, uint64_t bytes);

/* --- GPUs, streams, events, threads ----------------------------------------------------------- */

typedef enum Engine { ENGINE_COMPUTE, ENGINE_IN, ENGINE_OUT, ENGINES } Engine;

struct Stream {
	Gpu *gpu;
	Op *tail; /* the last operation; NULL: none ever */
	unsigned flags;
	int thread;     /* whose per-thread default stream this is; -1 for the others */
	bool destroyed; /* by the program; goes when its work is done */
	Stream *next;
};

struct Gpu {
	int index;
	uint64_t base, window;  /* addresses */
	uint64_t cursor;        /* where the search for the next allocation begins */
	unsigned char *backing; /* NULL until the first allocation */
	Alloc **alloc;          /* by address, freed ones with pending work included */
	size_t alloc_count, alloc_room;
	uint64_t large_pages, small_bytes; /* taken, by allocations of whole pages and by others */
	Freed *freed;                      /* a ring */
	size_t freed_count;                /* ever */
	Stream legacy;                     /* the default stream */
	Stream *streams;                   /* all others */
	int64_t engine[ENGINES];           /* when each is free */
	Op *barrier;       /* the last cudaMemcpyPeer, for which all later work waits */
	cudaError_t fault; /* sticky */
};

typedef struct Event {
	Gpu *gpu;
	Op *op; /* the mark that was recorded; NULL: none yet */
	unsigned flags;
} Event;

typedef struct Thread {
	int64_t clock;
	int device;
	bool ended; /* the next request with its number is a new thread's */
} Thread;

/* --- handles.c: numbers for streams and events ------------------------------------------------ */

typedef struct Handles {
	uint64_t tag;
	struct HandleSlot {
		void *object; /* NULL: free */
		uint64_t generation;
		size_t next_free;
	} * slot;
	size_t count, room, first_free;
} Handles;

/* 0: no memory. */
uint64_t handle_new(Handles *handles, void *object);
void *handle_find(const Handles *handles, uint64_t handle);
void handle_drop(Handles *handles, uint64_t handle);
/* The handle in slot i, 0 if that is free; for walking over all of them. */
uint64_t handle_at(const Handles *handles, size_t i);
void handles_release(Handles *handles);

/* --- host.c: pinned memory -------------------------------------------------------------------- */

typedef struct Pinned {
	uint64_t address, bytes;
} Pinned;

typedef struct PinnedList {
	Pinned *range; /* by address, disjoint */
	size_t count, room;
} PinnedList;

/* The pinned range that holds all of these bytes; NULL. */
const Pinned *host_pinned(const Sim *sim, uint64_t address, uint64_t bytes);

/* --- operations ------------------------------------------------------------------------------- */

typedef enum OpKind { OP_MARK, OP_COPY, OP_FILL, OP_LAUNCH, OP_CALL, OP_KINDS } OpKind;

/* Memory that an operation touches; alloc is NULL for host memory. */
typedef struct Touch {
	Alloc *alloc;
	SimRange range;
} Touch;

struct Op {
	OpKind kind;
	const char *name; /* the call or the kernel, for findings */
	uint64_t id;      /* in order of issue */
	int64_t start, end;
	int references;
	bool done;
	uint64_t visit;    /* the run of work.c that has met it */
	Op *newer, *older; /* the list of pending operations */
	Op **needs;        /* what has to be executed before */
	size_t need_count;
	int touches;
	Touch *touch; /* of a copy: the target, then the source */
	SimSite site;
	void *owned; /* staged bytes of a copy, arguments of a launch; freed when done */
	const SimKernel *kernel;     /* OP_LAUNCH */
	uint64_t threads;            /* OP_LAUNCH */
	int value;                   /* OP_FILL */
	uint64_t function, argument; /* OP_CALL */
};

/* What is to be issued: the fields of the operation that the issuer decides, and what orders it. */
typedef struct OpSpec {
	OpKind kind;
	const char *name;
	Stream *stream;
	int64_t duration;
	int64_t *engine[2]; /* those it occupies, or NULL */
	Op *after;          /* besides what its stream says; or NULL */
	Gpu *whole[3];      /* GPUs with all of whose work it is ordered; or NULL */
	int touches;
	Touch touch[SIM_MAX_RANGES];
	void *owned; /* taken over when issuing succeeds */
	const SimKernel *kernel;
	uint64_t threads;
	int value;
	uint64_t function, argument;
	double flops, bytes; /* what its time was made of, for the trace */
} OpSpec;

/* Operations that somebody waits for. */
typedef struct Gather {
	Op **op; /* those that are not done */
	size_t count, room;
	int64_t end; /* the latest end, of done ones too */
	bool failed; /* no memory */
} Gather;

struct Sim {
	SimMachine machine;
	SimHost host;
	Gpu *gpu;
	unsigned char *peer; /* [from * gpus + to]: access enabled */
	Thread *thread;
	int threads;
	Handles streams, events;
	PinnedList pinned;
	Op *oldest, *newest; /* pending */
	size_t pending;
	uint64_t issued, visits;
	Gather gather;
	Op **work; /* work.c */
	size_t work_room;
	bool calling; /* inside a host function */
	SimcudaCounters counters;
	SimFinding *finding;
	int findings;
};

/* One request on its way. */
typedef struct Call {
	Sim *sim;
	Thread *thread;
	Gpu *gpu; /* the current one; NULL on a machine without */
	const SimRequest *request;
	SimReply *reply;
} Call;

/* op.c: gathering, and issuing. */
void gather_start(Sim *sim);
void gather_op(Sim *sim, Op *op);
void gather_stream(Sim *sim, Stream *stream); /* what new work in that stream waits for */
void gather_gpu(Sim *sim, Gpu *gpu);          /* all of a GPU's work */
void op_retain(Op *op);
void op_release(Op *op);
void op_replace(Op **slot, Op *op); /* *slot = op, with the references kept right */
/* *op, if wanted, is borrowed: the stream's tail. */
cudaError_t op_issue(Call *call, const OpSpec *spec, Op **op);
void op_forget_all(Sim *sim); /* when the machine ends: drops all pending work */

/* trace.c: an operation has been issued and its times are fixed. */
void trace_op(const Call *call, const OpSpec *spec, const Op *op);

/* work.c: executing. */
cudaError_t work_run(Sim *sim); /* what has been gathered */
cudaError_t work_run_oldest(Sim *sim, size_t count);
cudaError_t work_wait(Call *call); /* executes what has been gathered; the host waits */
cudaError_t work_wait_op(Call *call, Op *op);
cudaError_t work_query(Call *call); /* cudaErrorNotReady while it is not over */

/* copy.c, fill.c, launch.c: what executing means. */
cudaError_t copy_run(Sim *sim, Op *op);
cudaError_t fill_run(Sim *sim, Op *op);
cudaError_t call_run(Sim *sim, Op *op);
cudaError_t launch_run(Sim *sim, Op *op);

/* staging.c: the pinned host memory that a launch touches, while it runs. */
typedef struct Staging {
	unsigned char
		*memory[SIM_MAX_RANGES]; /* where each range begins; NULL: not in the host's */
	unsigned char *block[SIM_MAX_RANGES];
} Staging;

/* Reads it; cudaErrorMemoryAllocation. */
cudaError_t staging_open(const Sim *sim, const Op *op, Staging *staging);
/* Writes back what the kernel may have written. */
void staging_write(const Sim *sim, const Op *op, const Staging *staging);
void staging_close(Staging *staging);

/* stream.c: resolves a handle as the current thread means it, into a stream that can be used.
 * cudaErrorInvalidResourceHandle, or the sticky error of its GPU. */
cudaError_t stream_find(Call *call, uint64_t handle, Gpu *current, Stream **stream);
void stream_prune(Gpu *gpu, int64_t now); /* lets go of destroyed streams whose work is done */
void stream_release_all(Sim *sim, Gpu *gpu);
void stream_end_thread(Gpu *gpu, int thread); /* lets go of its per-thread default stream */
void event_release_all(Sim *sim, const Gpu *gpu);

/* --- check.c, findings.c: what the program did wrong ------------------------------------------ */

/* Who touches memory, for messages: "cudaMemcpyAsync", "kernel add". */
typedef struct Actor {
	Sim *sim;
	const char *name;
	const SimSite *site;
} Actor;

/* The allocation that holds the whole range. When there is none: a finding, and NULL. */
Alloc *check_range(const Actor *actor, const SimRange *range);

/* Findings for memory on the wrong side. `place` says what was expected. */
void check_host_pointer(const Actor *actor, const SimRange *range, const char *place);
/* A finding for a copy's null pointer, which may have been meant for either side. */
void check_null(const Actor *actor, const SimRange *range);
void check_device_pointer(const Actor *actor, const SimRange *range, int gpu, const char *place);

/* race.c: a finding for every older pending operation that races with this one, which is about to
 * be executed. */
void race_report(Sim *sim, const Op *op);

/* From the first byte to the last; UINT64_MAX when that overflows. */
uint64_t range_extent(const SimRange *range);

/* Rows that follow each other without a gap become one row. */
void range_join(SimRange *range);

void finding_add(Sim *sim, SimFindingKind kind, const SimSite *at, const SimSite *other,
		 const char *format, ...) __attribute__((format(printf, 5, 6)));

/* A finding for every place whose memory on this GPU was never freed. */
void leak_report(Sim *sim, Gpu *gpu);

/* --- handlers, one for each SimCode ----------------------------------------------------------- */

cudaError_t device_set(Call *call);
cudaError_t device_get(Call *call);
cudaError_t device_reset(Call *call);
cudaError_t device_sync(Call *call);
cudaError_t device_memory(Call *call);
cudaError_t peer_can_access(Call *call);
cudaError_t peer_enable(Call *call);
cudaError_t peer_disable(Call *call);
cudaError_t memory_malloc(Call *call);
cudaError_t memory_free(Call *call);
cudaError_t host_alloc(Call *call);
cudaError_t host_free(Call *call);
cudaError_t memory_pointer(Call *call);
cudaError_t copy_issue(Call *call);
cudaError_t fill_issue(Call *call);
cudaError_t launch_issue(Call *call);
cudaError_t call_issue(Call *call);
cudaError_t stream_create(Call *call);
cudaError_t stream_destroy(Call *call);
cudaError_t stream_sync(Call *call);
cudaError_t stream_query(Call *call);
cudaError_t stream_wait(Call *call);
cudaError_t stream_info(Call *call);
cudaError_t event_create(Call *call);
cudaError_t event_destroy(Call *call);
cudaError_t event_record(Call *call);
cudaError_t event_sync(Call *call);
cudaError_t event_query(Call *call);
cudaError_t event_elapsed(Call *call);

/* Whether there is a direct way between two GPUs: access enabled, in either direction. */
bool peer_direct(const Sim *sim, const Gpu *a, const Gpu *b);
/* Whether kernels of `from` may touch memory of `to`. */
bool peer_enabled(const Sim *sim, const Gpu *from, const Gpu *to);
void peer_forget(Sim *sim, const Gpu *gpu);

/* Whole nanoseconds that are not less. */
int64_t time_ceil(double nanoseconds);
/* The sum of two times; far in the future it stays where it is. */
int64_t time_add(int64_t a, int64_t b);

/* Grows an array of `size` byte elements so that `count` fit; false: no memory. */
bool array_reserve(void *array, size_t *room, size_t count, size_t size);

#endif

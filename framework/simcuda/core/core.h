/* core.h - the parts of the simulated machine and who does what, grouped by source file.
 *
 * A request enters sim_call() (sim.c), which pays its host time and hands it to one handler. A
 * handler checks everything first and changes the machine last, so that a request which fails
 * leaves no trace but a finding.
 *
 * Work given to a GPU is an operation (Op), which lives two lives. One is about order: issuing it
 * (op.c) gathers what it has to wait for and fixes its times; it then is pending until the host
 * waits for something that is ordered after it, which settles it (work.c). The other is about
 * bytes: issuing notes which earlier operations on the same bytes have to run before (depend.c); it
 * runs when somebody needs what it makes, or never, when that is overwritten or freed unread.
 * Operations are counted references: held by the lists of pending and of settled but idle ones, by
 * streams as their tail, by events, and by later operations that depend on them. */
#ifndef CORE_H
#define CORE_H

#include <stdbool.h>
#include <stdio.h>

#include "sim.h"

#define SIM_ALIGNMENT    512                   /* of device addresses */
#define SIM_SMALL_BYTES  (UINT64_C(1) << 20)   /* from here on, memory is taken in whole pages */
#define SIM_PAGE_BYTES   (UINT64_C(2) << 20)   /* what CUDA takes from a GPU at a time */
#define SIM_STAGED_BYTES (UINT64_C(64) << 20)  /* the largest pageable copy that stays pending */
#define SIM_STAGED_TOTAL (UINT64_C(256) << 20) /* of all staged bytes; beyond, they are copied */
#define SIM_KEPT_TOTAL   (UINT64_C(1) << 30)   /* freed memory that work may still be waiting for */
#define SIM_MAX_PENDING  65536                 /* beyond it the oldest half is settled */
#define SIM_MAX_IDLE     4096                  /* beyond it the oldest half is run */
#define SIM_FREED_KEPT   1024                  /* freed allocations remembered per GPU */
#define SIM_MAX_FINDINGS 1024                  /* further ones are not recorded */
#define SIM_MAX_THREADS  65536

typedef struct Alloc Alloc;
typedef struct Gpu Gpu;
typedef struct Op Op;
typedef struct Pool Pool;
typedef struct Stream Stream;
typedef struct Trace Trace;
typedef struct Touch Touch;

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

/* What operations that are pending or idle do to one piece of memory; depend.c. */
typedef struct Region {
	Touch *writers, *readers;
} Region;

struct Alloc {
	Gpu *gpu;
	uint64_t address, bytes;
	int pending;   /* operations that touch it and have not run yet */
	bool freed;    /* by the program; stays until nothing is pending */
	bool internal; /* a library's own */
	bool ordered;  /* from cudaMallocAsync */
	Pool *pool;    /* which it was taken from; NULL: none */
	bool reported; /* as a leak */
	SimSite made, freed_at;
	Spans written;  /* by operations that have run: the rest holds no bytes yet */
	Spans promised; /* by operations that were issued: the rest is read by mistake */
	Region region;
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

/* An operation that touches it has been issued, or has run. */
void memory_hold(Alloc *alloc);
void memory_drop(Sim *sim, Alloc *alloc);

/* The pattern that fresh bytes show: 0xFFF5 again and again, a NaN in every float format. */
unsigned char memory_poison_byte(uint64_t address);

/* NULL: the system gives no more. */
unsigned char *backing_map(uint64_t bytes);
void backing_unmap(unsigned char *backing, uint64_t bytes);
/* Gives whole pages in between back to the system. What they hold is lost. */
void backing_forget(unsigned char *from, uint64_t bytes);

/* --- pool.c: the pools of cudaMallocAsync ----------------------------------------------------- */

struct Pool {
	Gpu *gpu;
	uint64_t handle;
	uint64_t most;                     /* bytes that it may hold; 0: no limit */
	uint64_t used;                     /* bytes given out */
	uint64_t used_high, reserved_high; /* since each was last set to 0 */
	uint64_t threshold;                /* what the program has set; changes nothing */
	bool reuse[3];                     /* likewise */
	uint64_t live;                     /* allocations */
	bool destroyed;                    /* by the program; goes with its last allocation */
};

cudaError_t pool_init(Sim *sim, Gpu *gpu);
void pool_reset(Sim *sim, Gpu *gpu); /* all but the default one go; nothing is allocated */
/* Counts an allocation. False: more than the pool may hold. */
bool pool_take(Pool *pool, uint64_t bytes);
void pool_give(Pool *pool, uint64_t bytes);
Pool *pool_find(const Sim *sim, uint64_t handle, const Gpu *gpu); /* handle 0: gpu's current */

/* --- GPUs, streams, events, threads ----------------------------------------------------------- */

typedef enum Engine { ENGINE_COMPUTE, ENGINE_IN, ENGINE_OUT, ENGINES } Engine;

struct Stream {
	uint64_t serial; /* never given again */
	Gpu *gpu;
	Op *tail; /* the last operation; NULL: none ever */
	unsigned flags;
	unsigned number; /* for traces: in the order of making, 0 for the default stream */
	int thread;      /* whose per-thread default stream this is; -1 for the others */
	bool destroyed;  /* by the program; goes when its work is done */
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
	Pool pool;                         /* the default pool */
	Pool *current_pool;
	Stream legacy;   /* the default stream */
	Stream *streams; /* all others */
	unsigned streams_made;
	int64_t engine[ENGINES]; /* when each is free */
	int64_t busy[ENGINES];   /* how long each works, queued work included */
	bool attached;           /* the program has used it: it has a context there */
	Op *barrier;             /* the last cudaMemcpyPeer, for which all later work waits */
	cudaError_t fault;       /* sticky */
};

typedef struct Event {
	Gpu *gpu;
	Op *op; /* the mark that was recorded; NULL: none yet */
	unsigned flags;
} Event;

/* A clock reading that came while work was under way, until it shows what the program made of it;
 * timing.c. */
typedef struct Timing {
	Op *op; /* the work; NULL: free */
	SimSite began, read;
} Timing;
#define SIM_TIMINGS 4

typedef struct Thread {
	int64_t clock;
	bool timed;       /* has read the clock */
	uint64_t issued;  /* what had been issued then */
	SimSite timed_at; /* where */
	Timing timing[SIM_TIMINGS];
	int device;
	int number; /* for traces: never given again */
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
	SimHostKind kind;
	int device; /* the current one when it was made */
	bool internal, reported;
	SimSite made;
	Region *region;
	/* guard.c: */
	Span closed;  /* the pages between which some are closed to the program; to = 0: none */
	bool strict;  /* some of them to reading too */
	bool uniform; /* all of them, in the same way */
	bool open;    /* no guard until nothing is queued on it */
} Pinned;

typedef struct PinnedList {
	Pinned *range; /* by address, disjoint */
	size_t count, room;
} PinnedList;

void host_release_all(Sim *sim);

/* The pinned range that holds all of these bytes; NULL. */
const Pinned *host_pinned(const Sim *sim, uint64_t address, uint64_t bytes);

/* The one that holds this byte; NULL. */
Pinned *host_of(Sim *sim, uint64_t address);
bool host_is_managed(const Sim *sim, uint64_t address);

/* Of what was made while that GPU was the current one: a finding for every place whose memory was
 * never given back (-1: of all GPUs); the work that still needs it; and giving it up. */
void host_leak_report(Sim *sim, int device);
void host_gather(Sim *sim, int device);
void host_forget(Sim *sim, int device);

/* --- operations ------------------------------------------------------------------------------- */

typedef enum OpKind { OP_MARK, OP_COPY, OP_FILL, OP_LAUNCH, OP_CALL, OP_KINDS } OpKind;

/* Memory that an operation touches. In a region's list while the operation is pending or idle. */
struct Touch {
	Alloc *alloc; /* NULL: host memory */
	SimRange range;
	Region *region; /* of device memory or of pinned memory; NULL: of neither */
	Op *op;
	Touch *next, **back; /* in the list; back is NULL when it is in none */
};

/* An earlier operation on the same bytes, which has to run before. */
typedef struct Dep {
	Op *op;
	bool value; /* what it writes is read: without that it may never have to run */
	bool stays; /* it touches what the later one writes: who overwrites that comes after both */
} Dep;

/* order.c: the operations in other streams that come before one, the last of each stream. Shared
 * by the operations of a stream as long as nothing is added. */
typedef struct Order Order;

struct Op {
	OpKind kind;
	const char *name; /* the call or the kernel, for findings */
	uint64_t id;      /* in order of issue */
	int64_t start, end;
	int references;
	int thread;        /* that issued it */
	uint64_t stream;   /* its serial number */
	bool settled;      /* the host has waited for it: whatever comes now comes after it */
	bool ran;          /* its bytes are there, or nobody can miss them */
	bool dead;         /* ... the latter */
	bool eager;        /* the host sees what it does: runs when it is settled */
	bool cheap;        /* not worth being kept idle */
	uint64_t visit;    /* the search that has met it */
	Op *newer, *older; /* in its list: pending until settled, then idle until it has run */
	/* until settled: */
	Op **needs; /* what comes before it, directly */
	size_t need_count;
	Order *order;
	/* until it has run; of a dead one, those that operations after it may still need: */
	Dep *deps;
	size_t dep_count, dep_room;
	int uses;    /* operations that have not run and read what it writes */
	int visible; /* ranges that it writes and nothing issued later covers */
	int touches;
	Touch *touch; /* of a copy: the target, then the source */
	SimSite site;
	void *owned;     /* staged bytes of a copy, arguments of a launch; freed when it has run */
	uint64_t staged; /* how many bytes of that are staged */
	const SimKernel *kernel;     /* OP_LAUNCH */
	uint64_t threads;            /* OP_LAUNCH */
	int value;                   /* OP_FILL */
	uint64_t function, argument; /* OP_CALL */
};

typedef struct OpList {
	Op *oldest, *newest;
	size_t count;
} OpList;

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
	uint64_t staged;
	const SimKernel *kernel;
	uint64_t threads;
	int value;
	uint64_t function, argument;
	double flops, bytes; /* what its time was made of, for the trace */
} OpSpec;

/* Operations that somebody waits for. */
typedef struct Gather {
	Op **op; /* those that are not settled */
	size_t count, room;
	int64_t end; /* the latest end, of settled ones too */
	bool failed; /* no memory */
} Gather;

struct Sim {
	SimMachine machine;
	SimHost host;
	Gpu *gpu;
	unsigned char *peer; /* [from * gpus + to]: access enabled */
	Thread *thread;
	int threads, threads_made;
	Handles streams, events, pools;
	PinnedList pinned;
	OpList pending, idle;
	uint64_t issued, visits, streams_made;
	uint64_t staged, kept; /* bytes: held by staged copies; freed but in use by idle work */
	bool failed;           /* an eager operation could not run for want of memory */
	int guards;            /* pinned ranges of which pages are closed */
	bool guard_due;        /* they have to be closed anew */
	Op *guarded;           /* issued by this request: its memory is to be closed; or NULL */
	Gather gather;
	struct WorkList {
		Op **op;
		size_t count, room;
	} work, dying, search; /* of work.c; of depend.c */
	struct WorkStack {
		struct WorkStep {
			Op *op;
			size_t next;
		} * step;
		size_t count, room;
	} stack; /* work.c */
	struct DepList {
		Dep *dep;
		size_t count, room;
	} deps;         /* depend.c */
	uint64_t calls; /* host functions that have not run */
	bool calling;   /* inside one */
	SimcudaCounters counters;
	SimFinding *finding;
	int findings;
	Trace *trace; /* NULL: none */
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
void op_replace(Op **slot, Op *op);   /* *slot = op, with the references kept right */
void op_append(OpList *list, Op *op); /* the list takes over a reference */
void op_remove(OpList *list, Op *op); /* and gives it back */
/* *op, if wanted, is borrowed: the stream's tail. */
cudaError_t op_issue(Call *call, const OpSpec *spec, Op **op);
void op_forget_all(Sim *sim); /* when the machine ends: drops all work */

/* order.c: happens-before between operations. */
/* Makes op->order from what has been gathered. False: no memory. */
bool order_make(const Sim *sim, Op *op);
/* Whether `earlier`, which was issued before `op`, comes before it. */
bool order_before(const Op *earlier, const Op *op);
void order_release(Op *op);

/* depend.c: which operation has to run before which, and which ones need not run at all. */
/* Finds what has to run before the new operation, reports what races with it, and enters it into
 * the lists of the memory that it touches. False: no memory, and nothing has been changed. */
bool depend_enter(Sim *sim, Op *op);
void depend_ran(Sim *sim, Op *op);           /* it has run */
void depend_settled(Sim *sim, Op *op);       /* it is settled */
void depend_freed(Sim *sim, Region *region); /* nobody will read that memory again */
void depend_forget(Region *region);          /* the memory goes, and its lists with it */

/* guard.c: pinned memory is closed to the program while work that needs it is queued. */
void guard_issued(Sim *sim, Op *op);
void guard_lift(Sim *sim);  /* opens all, until guard_apply() */
void guard_apply(Sim *sim); /* at the end of every request */

/* trace.c: an operation has been issued and its times are fixed. */
void trace_op(const Call *call, const OpSpec *spec, const Op *op);
/* A request has been answered, which began at `start` and costs the host `cost` besides waiting.
 * Only with a trace. */
void trace_call(const Call *call, int64_t start, int64_t cost);
void trace_free(Trace *trace);

/* usage.c: adds the times of an operation that is issued to those of its engines. */
void usage_add(Sim *sim, const OpSpec *spec, const Op *op);

/* work.c: settling and running. */
cudaError_t work_run(Sim *sim); /* settles what has been gathered */
cudaError_t work_settle_oldest(Sim *sim, size_t count);
cudaError_t work_execute(Sim *sim, Op *op); /* runs it, after all that has to run before */
cudaError_t work_wait(Call *call);          /* settles what has been gathered; the host waits */
cudaError_t work_wait_op(Call *call, Op *op);
cudaError_t work_query(Call *call); /* cudaErrorNotReady while it is not over */
/* Runs what is settled and writes these bytes, or touches this memory. */
cudaError_t work_produce(Sim *sim, const Region *region, const SimRange *range);

/* copy.c, fill.c, launch.c, call.c: what executing means. */
cudaError_t copy_run(Sim *sim, Op *op);
cudaError_t fill_run(Sim *sim, Op *op);
cudaError_t call_run(Sim *sim, Op *op);
cudaError_t launch_run(Sim *sim, Op *op);

/* call.c: whether a queued host function would have run by now. */
bool call_is_due(const Sim *sim, const Thread *thread);

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

/* Who touches memory, for messages: "cudaMemcpyAsync", "kernel add" (put together only then). */
typedef struct Actor {
	Sim *sim;
	const char *prefix, *name;
	const SimSite *site;
} Actor;

/* The allocation that holds the whole range. When there is none: a finding, and NULL. */
Alloc *check_range(const Actor *actor, const SimRange *range);

/* Findings for memory on the wrong side. `place` says what was expected. */
void check_host_pointer(const Actor *actor, const SimRange *range, const char *place);
/* A finding for a copy's null pointer, which may have been meant for either side. */
void check_null(const Actor *actor, const SimRange *range);
void check_device_pointer(const Actor *actor, const SimRange *range, int gpu, const char *place);

/* race.c */
/* Whether two ranges have a byte in common; whether `all` holds every byte of `part`, when that is
 * seen at a glance. */
bool ranges_meet(const SimRange *a, const SimRange *b);
bool range_covers(const SimRange *all, const SimRange *part);
/* A finding: `mine` is of the operation that is being issued, `theirs` of an earlier one. */
void race_report(Sim *sim, const Touch *mine, const Touch *theirs);

/* initial.c: findings for bytes that the new operation reads and nothing has written, and note of
 * those that it will write. False: no memory. */
bool initial_check(Sim *sim, const Op *op);

/* timing.c: the thread reads the clock; it ends; nothing more is to be said. */
void timing_read(Call *call);
void timing_finish(Sim *sim, Thread *thread);
void timing_forget(Thread *thread);

/* From the first byte to the last; UINT64_MAX when that overflows. */
uint64_t range_extent(const SimRange *range);

/* Rows that follow each other without a gap become one row. */
void range_join(SimRange *range);

void finding_add(Sim *sim, SimFindingKind kind, const SimSite *at, const SimSite *other,
		 const char *format, ...) __attribute__((format(printf, 5, 6)));

/* text.c: "4000 bytes", "12 KiB": at most 4 significant digits. */
#define BYTES_TEXT 32
void bytes_text(char text[BYTES_TEXT], uint64_t bytes);

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
cudaError_t guard_touch(Call *call);
cudaError_t managed_move(Call *call);
cudaError_t managed_attach(Call *call);
cudaError_t pool_create(Call *call);
cudaError_t pool_destroy(Call *call);
cudaError_t pool_of_device(Call *call);
cudaError_t pool_choose(Call *call);
cudaError_t pool_get(Call *call);
cudaError_t pool_set(Call *call);
cudaError_t memory_pointer(Call *call);
cudaError_t memory_fetch(Call *call);
cudaError_t copy_issue(Call *call);
cudaError_t fill_issue(Call *call);
cudaError_t launch_issue(Call *call);
cudaError_t call_issue(Call *call);
cudaError_t call_next(Call *call);
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

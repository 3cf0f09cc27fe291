/* core.h - the parts of the simulated machine and who does what, grouped by source file.
 *
 * A request enters sim_call() (sim.c), which pays its host time and hands it to one handler. A
 * handler checks everything first and changes the machine last, so that a request which fails
 * leaves no trace but a finding.
 *
 * Work given to a GPU is an operation (Op). Its order and its bytes are kept apart:
 * - Order. Issuing the operation (op.c) gathers what it has to wait for and fixes its times. It is
 *   pending until the host waits for something that is ordered after it, which settles it (work.c).
 * - Bytes. Issuing also notes which earlier operations on the same bytes have to run before
 *   (depend.c). The operation runs when somebody needs what it makes, or never, when that is
 *   overwritten or freed unread.
 * Operations are reference counted. References are held by the lists of pending and of settled but
 * idle ones, by streams (their tail), by events, and by later operations that depend on them. */
#ifndef CORE_H
#define CORE_H

#include <stdbool.h>
#include <stdio.h>

#include "framework/simcuda/core/alloc.h"
#include "framework/simcuda/core/op.h"
#include "framework/simcuda/core/sim_judge.h"

#define SIM_MAX_FINDINGS  1024 /* of further ones only those that are among */
#define SIM_KIND_FINDINGS 32   /* the first of their kind are recorded: no kind hides another one */
#define SIM_FINDING_ROOM  (SIM_MAX_FINDINGS + SIM_FINDING_KINDS * SIM_KIND_FINDINGS)
#define SIM_MAX_THREADS   65536
#define SIM_CLEAN_MARKS   64
#define SIM_NOTE_PLACES   64

/* --- GPUs, streams, events, threads ----------------------------------------------------------- */

typedef enum Engine { ENGINE_COMPUTE, ENGINE_IN, ENGINE_OUT, ENGINES } Engine;

/* Where and in which part of the program (SIM_FINISH ends one) something was made, and the last
 * part that used it. The first member of what handles stand for; handle_leak.c. */
typedef struct Origin {
	SimSite made;
	int gpu;
	unsigned part, used;
	bool quiet; /* nothing is to be said of it (any more) */
} Origin;

struct Stream {
	Origin origin;
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
	uint64_t base, window; /* addresses */
	uint64_t cursor;       /* where the search for the next allocation begins */
	Backing backing;
	Alloc **alloc; /* by address, freed ones with pending work included */
	size_t alloc_count, alloc_room;
	uint64_t large_pages, small_bytes; /* taken, by allocations of whole pages and by others */
	Freed *freed;                      /* a ring; NULL: nothing was freed */
	size_t freed_count;                /* ever */
	Pool pool;                         /* the default pool */
	Pool *current_pool;
	Stream legacy;   /* the default stream */
	Stream *streams; /* all others */
	unsigned streams_made;
	int64_t engine[ENGINES]; /* when each is free */
	int64_t busy[ENGINES];   /* how long each works, queued work included */
	bool attached;           /* the program has used it: it has a context there */
	uint32_t thousandths;    /* what its kernels take of their time; 0: all of it, no more */
	Op *barrier;             /* the last cudaMemcpyPeer, for which all later work waits */
	cudaError_t fault;       /* sticky */
};

typedef struct Event {
	Origin origin;
	Gpu *gpu;
	Op *op; /* the mark that was recorded; NULL: none yet */
	unsigned flags;
	uint64_t number; /* of those that were made, from 1 */
} Event;

/* A clock reading that came while work was under way, until it shows what the program made of it;
 * timing.c. */
typedef struct Timing {
	Op *op; /* the work; NULL: free */
	SimSite began, read;
} Timing;
#define SIM_TIMINGS 4

struct Thread {
	int64_t clock;
	bool timed;       /* has read the clock */
	uint64_t issued;  /* what had been issued then */
	SimSite timed_at; /* where */
	Timing timing[SIM_TIMINGS];
	int device;
	bool synced; /* its last call waited for a device, and did nothing else */
	int number;  /* for traces: never given again */
	bool ended;  /* the next request with its number is a new thread's */
};

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
size_t handles_live(const Handles *handles);
/* The handle in slot i, 0 if that is free; for walking over all of them. */
uint64_t handle_at(const Handles *handles, size_t i);
void handles_release(Handles *handles);

/* Pages that belong to work which nothing orders with a host function; watch.c. */
typedef struct Watch {
	const Op *function; /* NULL: it has run */
	unsigned number;    /* of the function then */
	Interval pages;
	const char *name, *memory; /* of the work; which kind */
	bool kernel, writes;
	SimSite site;
} Watch;

/* printed.c: what kernels printed. */
typedef struct Printed {
	unsigned char *bytes; /* NULL: nothing so far */
	size_t from, to;
} Printed;

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
	unsigned part;         /* of the program; SIM_FINISH ends one */
	uint64_t staged, kept; /* bytes: held by staged copies; freed but in use by idle work */
	bool failed;           /* an eager operation could not run for want of memory */
	int closed_ranges;     /* pinned ranges of which pages are closed */
	bool protect_due;      /* they have to be closed anew */
	bool managed_due;      /* pages of managed memory have to be looked at again */
	Op *to_protect;        /* issued by this request: its memory is to be closed; or NULL */
	Gather gather;
	struct WorkList {
		Op **op;
		size_t count, room;
	} work, dying, search; /* of work.c; of depend.c */
	bool seen; /* since it was last set to false something has run that the program sees */
	bool settled_work;   /* since it was last set to false: work of a GPU, not only marks; */
	uint64_t settled_on; /* in memory of which GPUs: bit i is GPU i */
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
	} deps;               /* depend.c */
	uint64_t pinned_made; /* pinned ranges, ever */
	uint64_t calls;       /* host functions that have not run */
	unsigned called;      /* those that this request, or the last one, has run */
	struct WatchList {
		Watch *watch;
		size_t count, room;
	} watches;          /* watch.c */
	bool calling;       /* inside one */
	int64_t slept;      /* by the last one, ns */
	uint64_t calls_run; /* how many have begun */
	uint64_t rough;     /* sim_rough(), */
	int rough_products; /* and how many products have been issued since */
	SimcudaCounters counters;
	Printed printed;
	SimcudaMark *mark; /* marks.c */
	uint64_t marks, mark_room, marks_lost;
	struct LaunchLog {
		bool kept; /* since it was cleared for the first time */
		SimLaunched *list;
		size_t count, room;
		uint64_t lost, readings;
		uint64_t windows; /* how often it was cleared, */
		uint64_t before;  /* and the last operation that was issued by then */
		/* Whose time between events was not there yet when it was asked for; and was, then. */
		uint64_t unready, over;
		/* What is there for something else has waited for a GPU's work, and nothing has since. */
		bool beside;
		uint64_t
			beside_on; /* the same of each GPU, bit by bit: the work of others does not count */
	} launched;                /* launch_log.c */
	struct NoteLog {
		SimNote *list;
		size_t count, room;
		uint64_t lost, rest;
		uint64_t place[SIM_NOTE_PLACES], places; /* a ring, and how many ever */
		uint64_t function[SIM_NOTE_PLACES], functions;
	} notes;                        /* call_notes.c */
	SimKernelCounts *kernel;        /* kernel_log.c: a ring; NULL: none yet */
	uint64_t kernels, kernels_ever; /* since it was cleared; ever */
	bool hands;                     /* sim_hand() */
	PtxHanding handing;
	PtxDye *dye;      /* of it */
	struct MarkList { /* ptx_memory.c: marks that the next kernel may use */
		struct PtxMarks *marks[SIM_CLEAN_MARKS];
		size_t count;
	} clean_marks;
	SimFinding *finding;
	int findings, findings_of[SIM_FINDING_KINDS];
	Trace *trace; /* NULL: none */
};

/* One request on its way. */

struct Call {
	Sim *sim;
	Thread *thread;
	Gpu *gpu; /* the current one; NULL on a machine without */
	const SimRequest *request;
	SimReply *reply;
};

/* --- check.c, findings.c: what the program did wrong ------------------------------------------ */

/* Who touches memory, for messages: "cudaMemcpyAsync", "kernel add" (put together only then). */
typedef struct Actor {
	Sim *sim;
	const char *prefix, *name;
	const SimSite *site;
} Actor;

/* The allocation that holds the whole range. When there is none: a finding, and NULL. */
Alloc *check_range(const Actor *actor, const SimRange *range);

/* What a library has for itself holds single results on their way to the host, and the variables of modules.
 * Whoever does more with it than to write such a result, or to send it to the host, has it as memory of the program's. */
void check_is_library(Sim *sim, Alloc *alloc, bool is_result);

/* A range that begins in pinned memory and runs over its end into ordinary memory: a finding, and
 * cudaErrorInvalidValue, because CUDA wants all of it pinned or nothing. */
cudaError_t check_overrun(const Actor *actor, const SimRange *range);

/* Findings for memory on the wrong side. `place` says what was expected. */
void check_host_pointer(const Actor *actor, const SimRange *range, const char *place);
/* A finding for a copy's null pointer, which may have been meant for either side. */
void check_null(const Actor *actor, const SimRange *range);
void check_device_pointer(const Actor *actor, const SimRange *range, int gpu, const char *place);

/* racecheck.c */
/* Whether two ranges have a byte in common; whether `all` holds every byte of `part`, when that is
 * seen at a glance. */
bool ranges_meet(const SimRange *a, const SimRange *b);
bool range_covers(const SimRange *all, const SimRange *part);
/* A finding: `mine` is of the operation that is being issued, `theirs` of an earlier one. */
void racecheck_report(Sim *sim, const Access *mine, const Access *theirs);
/* A finding for memory of cudaMallocAsync that the new operation uses without coming after that. */
void racecheck_birth(Sim *sim, const Op *op);

/* initcheck.c: findings for bytes that the new operation reads and nothing has written, and note of
 * those that it will write. False: no memory. */
bool initcheck(Sim *sim, const Op *op);

/* timing.c: the thread reads the clock; it ends; nothing more is to be said. */
void timing_read(Call *call);
void timing_finish(Sim *sim, Thread *thread);
void timing_watched(Thread *thread); /* it has watched the clock until work was over */
void timing_forget(Thread *thread);

/* From the first byte to the last; UINT64_MAX when that overflows. */
uint64_t range_extent(const SimRange *range);
/* "reads", "writes", "reads and writes" */
const char *range_verb(const SimRange *range);
/* ptx_variables.c: whether a range that lies in the memory of a module's variables lies in one of them; if not, a
 * finding. */
bool ptx_variable_check(const Actor *actor, const SimRange *range, const Alloc *alloc);

/* Rows that follow each other without a gap become one row. */
void range_join(SimRange *range);

/* findings.c */
cudaError_t blas_unready(Call *call);
void finding_add(Sim *sim, SimFindingKind kind, const SimSite *at, const SimSite *other,
		 const char *format, ...) __attribute__((format(printf, 5, 6)));

/* launch_log.c: a kernel was launched, a time between events was told or was not there yet, the clock was read.
 * `working`: the GPU was not idle when it was asked. */
void launch_log_keep(const Call *call, const OpSpec *spec, const Op *op, bool working);
void launch_log_unready(const Call *call, const Op *stop);
void launch_log_elapsed(const Call *call, const Op *start, const Op *stop);
void launch_log_read(const Call *call);

/* text.c: "4000 bytes", "12 KiB": at most 4 significant digits. */
#define BYTES_TEXT 32
void bytes_text(char text[BYTES_TEXT], uint64_t bytes);

/* A finding for every place whose memory on this GPU was never freed. */
void leak_report(Sim *sim, Gpu *gpu);

/* event.c: NULL for a handle that is none. */
Event *event_find(const Call *call, uint64_t handle);

/* handle_leak.c: notes who makes a stream or an event. A part of the program ends: a finding for
 * every place that makes them anew in each part and keeps those of an earlier one unused. */
void origin_note(const Call *call, Origin *origin);
void handle_leak_report(Sim *sim);

/* The addresses of freed memory are given again next. */
void memory_again(Gpu *gpu);

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
/* The error of one that is refused by its form. */
cudaError_t host_form(const Sim *sim, const SimRequest *request);
cudaError_t host_alloc(Call *call);
cudaError_t host_free(Call *call);
cudaError_t protect_touch(Call *call);
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

/* The error of a copy or a fill that is refused without a look at its memory, and without a finding; *bytes: how many it
 * would move. */
cudaError_t copy_form(const Sim *sim, const SimRequest *request, uint64_t *bytes);
cudaError_t fill_form(const SimRequest *request, uint64_t *bytes);
cudaError_t launch_issue(Call *call);

/* printed.c */
void printed_add(Sim *sim, const char *text, size_t bytes, bool is_error);
cudaError_t printed_fetch(Call *call);
cudaError_t call_issue(Call *call);
cudaError_t call_next(Call *call);
bool stream_flags_fit(unsigned flags);
cudaError_t stream_create(Call *call);
cudaError_t stream_destroy(Call *call);
cudaError_t stream_sync(Call *call);
cudaError_t stream_query(Call *call);
cudaError_t stream_wait(Call *call);
cudaError_t stream_info(Call *call);
bool event_flags_fit(unsigned flags);
cudaError_t event_create(Call *call);
cudaError_t event_destroy(Call *call);
cudaError_t event_record(Call *call);
cudaError_t event_sync(Call *call);
cudaError_t event_query(Call *call);
cudaError_t event_elapsed(Call *call);

/* Whether there is a direct way between two GPUs: access enabled, in either direction. */
bool peer_direct(const Sim *sim, const Gpu *a, const Gpu *b);
uint64_t peer_mask(const Sim *sim); /* bit 8 * i + k: GPU i may reach GPU k, of the first eight */
/* Whether kernels of `from` may touch memory of `to`. */
bool peer_enabled(const Sim *sim, const Gpu *from, const Gpu *to);
void peer_forget(Sim *sim, const Gpu *gpu);

/* Grows an array of `size` byte elements so that `count` fit; false: no memory. */
bool array_reserve(void *array, size_t *room, size_t count, size_t size);

/* ptx_memory.c */
void ptx_marks_free(Sim *sim);

#endif

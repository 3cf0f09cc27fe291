/* op.h - operations: what they are, what orders them, and when they run. Part of core.h. */
#ifndef OP_H
#define OP_H

#include "framework/simcuda/core/alloc.h"

#define SIM_STAGED_BYTES (UINT64_C(64) << 20)  /* the largest pageable copy that stays pending */
#define SIM_STAGED_TOTAL (UINT64_C(512) << 20) /* of all staged bytes; beyond, they are copied */
#define SIM_MAX_PENDING  65536                 /* beyond it the oldest half is settled */
#define SIM_MAX_IDLE     4096                  /* beyond it the oldest half is run */

typedef struct Stream Stream;
typedef struct Call Call;
typedef struct Thread Thread;
typedef struct Trace Trace;

/* --- operations ------------------------------------------------------------------------------- */

typedef enum OpKind { OP_MARK, OP_COPY, OP_FILL, OP_LAUNCH, OP_CALL, OP_KINDS } OpKind;

/* Memory that an operation touches. In a region's list while the operation is pending or idle. */
struct Access {
	Alloc *alloc; /* NULL: host memory */
	SimRange range;
	bool read_first; /* all of it was read before it was written, whatever range.access leaves open */
	Region *region; /* of device memory or of pinned memory; NULL: of neither */
	Op *op;
	Access *next, **back; /* in the list; back is NULL when it is in none */
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
	int64_t *engine[2]; /* those it occupies, or NULL */
	int references;
	int thread;        /* that issued it */
	uint64_t stream;   /* its serial number */
	int gpu;           /* of the stream */
	bool settled;      /* the host has waited for it: whatever comes now comes after it */
	bool ran;          /* its bytes are there, or nobody can miss them */
	bool dead;         /* ... the latter */
	bool eager;        /* the host sees what it does: runs when it is settled */
	bool cheap;        /* not worth being kept idle */
	bool managed;      /* touches managed memory that is computed only when somebody looks */
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
	int accesses;
	Access *access; /* of a copy: the target, then the source */
	SimSite site;
	void *owned;     /* staged bytes of a copy, arguments of a launch; freed when it has run */
	uint64_t staged; /* how many bytes of that are staged */
	bool noted;      /* host_note(): */
	uint64_t digest; /* of what a copy is to read */
	const SimKernel *kernel;     /* OP_LAUNCH */
	uint64_t threads;            /* OP_LAUNCH */
	int value;                   /* OP_FILL; of OP_LAUNCH: which rough product it is, 0: none */
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
	int accesses;
	Access access[SIM_MAX_RANGES];
	const Access *many; /* of a kernel in PTX, instead of these; or NULL */
	void *owned;        /* taken over when issuing succeeds */
	uint64_t staged;
	const SimKernel *kernel;
	uint64_t threads;
	int value;
	uint64_t function, argument;
	double flops, bytes; /* what its time was made of, for the trace */
	SimProfile *profile; /* for the trace, which takes it over; or NULL */
} OpSpec;

/* Operations that somebody waits for. */
typedef struct Gather {
	Op **op; /* those that are not settled */
	size_t count, room;
	int64_t end;   /* the latest end, of settled ones too */
	int64_t until; /* nothing is settled that turns out to end later; 0: no limit */
	bool failed;   /* no memory */
} Gather;

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

/* page_protect.c: pinned memory is closed to the program while work that needs it is queued. */
void protect_issued(Sim *sim, Op *op);
void protect_lift(Sim *sim);  /* opens all, until protect_apply() */
void protect_apply(Sim *sim); /* at the end of every request */

/* A finding when unsettled work is to use the byte that the program touches. Whether there is one.
 */
bool protect_race(Call *call, const Pinned *pinned);
/* The pages on which every byte that the program has belongs to the range. */
Interval protect_interval(const Sim *sim, const Pinned *pinned, const SimRange *range);

/* managed_pages.c: managed memory is computed when somebody looks. */
bool managed_pages_make(const Sim *sim, Pinned *pinned); /* false: no memory */
bool managed_is_lazy(const Sim *sim, const SimRange *range);
void managed_note(Sim *sim, const Op *op);         /* it is issued or settled, has run or died */
void managed_apply(Sim *sim);                      /* at the end of every request */
void managed_lift(Sim *sim);                       /* opens all pages, until managed_apply() */
cudaError_t managed_finish(Sim *sim);              /* runs all idle work on managed memory */
cudaError_t managed_end(Sim *sim, Pinned *pinned); /* the memory goes: runs what needs it */
/* The program touches a page that is closed to it. False: it is none of managed memory. */
bool managed_touch(Call *call, cudaError_t *error);

/* watch.c: pinned memory that host functions touch while others use it. */
void watch_collect(Sim *sim, const Op *function); /* before it is settled */
void watch_close(Sim *sim, const Op *function);   /* it runs next */
void watch_touched(Call *call);                   /* it has touched a page */
void watch_forget(Sim *sim);                      /* of all that have run */

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
/* The host waits for what has been gathered, and settles it. Counted if there was work to wait for. */
cudaError_t work_wait(Call *call);
cudaError_t work_wait_op(Call *call, Op *op);
cudaError_t work_wait_own(Call *call,
			  Op *op);        /* the host does this one itself, when its turn comes */
cudaError_t work_synchronize(Call *call); /* a call that is there to wait: counted in any case */
/* One that is there for something else, as to free memory. */
cudaError_t work_wait_beside(Call *call);
/* cudaErrorNotReady while it is not over. Counted if the host learns something by it: who asks again
 * and again waits. */
cudaError_t work_query(Call *call);
void work_waited(Sim *sim); /* counts a wait: the only place that does */
bool work_is_under_way(const Sim *sim,
		       int64_t now); /* a GPU has something to do behind that time */
/* Runs what is settled, or with `queued` all, that writes these bytes, or touches this memory. */
cudaError_t work_produce(Sim *sim, const Region *region, const SimRange *range, bool queued);

/* fetch.c: runs what of a region's list touches these bytes and comes before what is gathered, or is
 * part of it. */
cudaError_t work_produce_before(Sim *sim, Region *region, bool readers, const SimRange *range);
/* Settles what is gathered when a host function is part of it or comes before. */
cudaError_t work_call_first(Sim *sim);

/* copy.c, fill.c, launch.c, host_func.c: what executing means. */
cudaError_t copy_run(Sim *sim, Op *op);
/* Takes the bytes of a settled copy from the host, so that it need not run before the program
 * changes them. False: it is no such copy, or there is no room. */
bool copy_capture(Sim *sim, Op *op);

/* host_take.c: notes what a copy from pinned memory is to read, where a judge looks; and tells of a race if it is something
 * else when it is read. */
void host_note(Sim *sim, Op *op);
void host_compare(Sim *sim, const Op *op);
/* An operation that the host sees is about to run: what is noted of copies behind it is compared; or it has (`written`). */
void host_writes(Sim *sim, const Op *op, bool written);
cudaError_t fill_run(Sim *sim, Op *op);
cudaError_t call_run(Sim *sim, Op *op);
cudaError_t launch_run(Sim *sim, Op *op);
/* A kernel that works in other GPUs' memory takes its turn on their links, as a copy does: they are taken
 * for as long as its bytes take, and it ends no sooner than these have passed. */
void launch_links(Sim *sim, const OpSpec *spec, Op *op);

/* host_func.c: whether a queued host function would have run by now. */
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

#endif

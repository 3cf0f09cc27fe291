/* alloc.h - the machine's memory: what is allocated, what of it is written, and host memory that
 * the GPUs can use. Part of core.h. */
#ifndef ALLOC_H
#define ALLOC_H

#include <stdbool.h>

#include "framework/simcuda/core/sim.h"

#define SIM_ALIGNMENT   512                 /* of device addresses */
#define SIM_SMALL_BYTES (UINT64_C(1) << 20) /* from here on, memory is taken in whole pages */
#define SIM_PAGE_BYTES  (UINT64_C(2) << 20) /* what CUDA takes from a GPU at a time */
#define SIM_KEPT_TOTAL  (UINT64_C(1) << 30) /* freed memory that work may still be waiting for */
#define SIM_FREED_KEPT  1024                /* freed allocations remembered per GPU */

typedef struct Alloc Alloc;
typedef struct Gpu Gpu;
typedef struct Op Op;
typedef struct Pool Pool;
typedef struct Access Access;

/* --- interval_set.c: which bytes of an allocation have been written -------------------------- */

typedef struct Interval {
	uint64_t from, to; /* [from, to) */
} Interval;

typedef struct IntervalSet {
	Interval *interval; /* sorted, disjoint, not touching */
	size_t count, room;
} IntervalSet;

/* Makes room for one interval_set_add() of a range with that many rows. False: no memory. */
bool interval_set_reserve(IntervalSet *set, uint64_t rows);

/* Adds a range, for which room was reserved. */
void interval_set_add(IntervalSet *set, const SimRange *range);

/* Whether all of [from, to) is in the set. */
bool interval_set_cover(const IntervalSet *set, uint64_t from, uint64_t to);

/* The first stretch at or after *at and before `end` that is not in the set: sets *at to where it
 * begins and returns where it ends. Returns `end` with *at = end when there is none. */
uint64_t interval_set_gap(const IntervalSet *set, uint64_t *at, uint64_t end);

/* Adds intervals that are sorted and disjoint. False: no memory, and nothing has been changed. */
bool interval_set_merge(IntervalSet *set, const Interval *more, size_t count);

/* Makes the rows of the range hold these pieces, which lie in them in order, and nothing else.
 * False: no memory, and nothing has been changed. */
bool interval_set_replace(IntervalSet *set, const SimRange *range, const Interval *piece,
			  size_t count);

/* Whether what the set holds of [from, to) are at least two rows of one width with gaps of one
 * width between them, and no longer ones before the first and behind the last. */
bool interval_set_regular(const IntervalSet *set, uint64_t from, uint64_t to);

void interval_set_release(IntervalSet *set);

/* --- backing.c: the computer's memory in which a GPU's bytes lie ------------------------------- */

typedef struct BackingBlock BackingBlock;
typedef struct BackingChunk BackingChunk;

#define BACKING_SIZES 256

/* All 0 at first. */
typedef struct Backing {
	BackingBlock *given_back[BACKING_SIZES];
	BackingChunk *chunk; /* the newest mapping */
	uint64_t next;       /* where in it the next block begins */
	uint64_t kept, most; /* bytes of blocks that were given back and have their pages */
} Backing;

/* A block, aligned as device memory is, that holds anything. NULL: the system gives no more. */
BackingBlock *backing_take(Backing *backing, uint64_t bytes);
unsigned char *backing_bytes(const BackingBlock *block);
void backing_give(Backing *backing, BackingBlock *block);
/* All blocks were given back. */
void backing_release(Backing *backing);

/* --- memory.c: device memory ------------------------------------------------------------------ */

/* What operations that are pending or idle do to one piece of memory; depend.c. */
typedef struct Region {
	Access *writers, *readers;         /* the newest first */
	uint64_t ran_writers, ran_readers; /* all operations up to that number have run */
} Region;

struct Alloc {
	Gpu *gpu;
	uint64_t address, bytes;
	BackingBlock *block; /* its bytes */
	int pending;         /* operations that touch it and have not run yet */
	bool freed;          /* by the program; stays until nothing is pending */
	bool internal;       /* a library's own */
	bool ordered;        /* from cudaMallocAsync */
	Op *born;       /* ... and where in its stream; NULL: no use that comes before it is left */
	Pool *pool;     /* which it was taken from; NULL: none */
	bool reported;  /* as a leak */
	uint64_t asked; /* the last judge's window in which somebody asked where it is */
	const struct PtxModule *image; /* whose variables it holds; NULL: none's */
	SimSite made, freed_at;
	IntervalSet written;  /* by operations that have run: the rest holds no bytes yet */
	IntervalSet promised; /* by operations that were issued: the rest is read by mistake */
	Interval carried;     /* where the last copy of bytes that nothing had written went */
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

void memory_init(const Sim *sim, Gpu *gpu, uint64_t base);
void memory_release(Gpu *gpu);

/* The GPU in whose addresses this one lies; NULL for the host's. */
Gpu *memory_gpu(const Sim *sim, uint64_t address);

/* The live allocation that holds `bytes` bytes from `address`; NULL. */
Alloc *memory_find(const Sim *sim, uint64_t address, uint64_t bytes);

/* It is a library's no more, but the program's: counted as such, and a leak when it stays. */
void memory_disown(Sim *sim, Alloc *alloc);

/* The live allocation that begins next behind the address, on whichever GPU; NULL: none does. */
const Alloc *memory_next(const Sim *sim, uint64_t address);

/* Describes an address of a GPU. Reads only: safe in a signal handler. */
void memory_place(const Gpu *gpu, uint64_t address, Place *place);

/* The machine's own copy of an allocation's byte. */
unsigned char *memory_bytes(const Alloc *alloc, uint64_t address);

/* Fills those bytes of the range that were never written with the poison pattern. */
void memory_poison(const Alloc *alloc, const SimRange *range);

uint64_t memory_free_bytes(const Sim *sim, const Gpu *gpu);
/* Whole pages for a pool. False: there are not as many. */
bool memory_reserve(const Sim *sim, Gpu *gpu, uint64_t bytes);
void memory_unreserve(Gpu *gpu, uint64_t bytes);

/* Ends an allocation that nobody may use any more; its bytes go once nothing is pending on it. */
void memory_end(Sim *sim, Alloc *alloc, const SimSite *site);

/* An operation that touches it has been issued, or has run. */
void memory_hold(Alloc *alloc);
void memory_drop(Sim *sim, Alloc *alloc);

/* The pattern that fresh bytes show: 0xFFF5 again and again, a NaN in every float format. */
unsigned char memory_poison_byte(uint64_t address);

/* --- pool.c: the pools of cudaMallocAsync ---------------------------------------------------- */

struct Pool {
	Gpu *gpu;
	uint64_t handle;
	uint64_t most;                     /* bytes that it may hold; 0: no limit */
	uint64_t used;                     /* bytes given out */
	uint64_t reserved;                 /* bytes of the GPU that it holds, in whole pages */
	uint64_t used_high, reserved_high; /* since each was last set to 0 */
	uint64_t threshold;                /* what it keeps when somebody waits */
	bool reuse[3];                     /* what the program has set; changes nothing */
	uint64_t live;                     /* allocations */
	bool destroyed;                    /* by the program; goes with its last allocation */
};

cudaError_t pool_init(Sim *sim, Gpu *gpu);
void pool_reset(Sim *sim, Gpu *gpu); /* all but the default one go; nothing is allocated */
/* Counts an allocation. False: more than the pool may hold, or than its GPU has. */
bool pool_take(const Sim *sim, Pool *pool, uint64_t bytes);
/* Whether it can be counted. */
bool pool_has(const Sim *sim, const Pool *pool, uint64_t bytes);
void pool_give(Pool *pool, uint64_t bytes);
/* Whether such an allocation makes the pool ask its GPU for memory. */
bool pool_grows(const Pool *pool, uint64_t bytes);
/* Gives back what each pool of the GPU holds beyond its threshold and is not in use. */
void pools_shrink(const Sim *sim, Gpu *gpu);
Pool *pool_find(const Sim *sim, uint64_t handle, const Gpu *gpu); /* handle 0: gpu's current */

/* --- host.c: pinned memory ------------------------------------------------------------------- */

typedef struct Pinned {
	uint64_t address, bytes;
	uint64_t serial; /* never given again */
	SimHostKind kind;
	int device; /* the current one when it was made */
	bool internal, reported;
	SimSite made;
	Region *region;
	/* page_protect.c: */
	Interval closed; /* the pages between which some are closed to the program; to = 0: none */
	bool strict;     /* some of them to reading too */
	bool uniform;    /* all of them, in the same way */
	bool open;       /* no guard until nothing is queued on it */
	/* managed_pages.c, for managed memory that is computed only when somebody looks: */
	unsigned char
		*page;  /* how each is closed, a SimProtection; NULL: page_protect.c does it all */
	Interval dirty; /* where that may have changed; to = 0: nowhere */
} Pinned;

typedef struct PinnedList {
	Pinned *range; /* by address, disjoint */
	size_t count, room;
} PinnedList;

void host_release_all(Sim *sim);

/* The pinned range that holds all of these bytes; NULL. */
const Pinned *host_pinned(const Sim *sim, uint64_t address, uint64_t bytes);

/* The last one that begins at or before the address; NULL. */
const Pinned *host_before(const Sim *sim, uint64_t address);
/* The one that holds this byte; NULL. */
Pinned *host_of(Sim *sim, uint64_t address);
bool host_is_managed(const Sim *sim, uint64_t address);

/* Of what was made while that GPU was the current one: a finding for every place whose memory was
 * never given back (-1: of all GPUs); the work that still needs it; and giving it up. */
void host_leak_report(Sim *sim, int device);
void host_gather(Sim *sim, int device);
void host_forget(Sim *sim, int device);

#endif

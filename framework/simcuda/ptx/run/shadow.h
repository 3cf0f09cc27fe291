/* shadow.h - who touched which bytes when: by this, races within a kernel, and reads of shared memory
 * that nobody wrote, are found.
 *
 * Two accesses of a byte race when one of them writes, nothing orders them, and they are not both strong
 * (atomic, volatile, relaxed and the like) for whom they are between. A store of the value that is
 * there already is no race with the store that put it there.
 *
 * Within a block, an interval ends at every barrier and every fence. A fence, and a barrier of all warps,
 * order all of it: so a race may be missed behind a fence, and no right program is accused. A barrier that only
 * some warps come to orders these, and what each of them knows of others. Lanes of one warp are ordered by __syncwarp() besides; two
 * of them are compared in shared memory only, where volatile counts for nothing. Shuffles and votes
 * order no memory. Between blocks, an access comes before one of another block when since then a
 * fence (or a release) came behind it, and the other block has read something strongly. Which value it
 * read is not looked at: another reason why a race may be missed. */
#ifndef PTX_SHADOW_H
#define PTX_SHADOW_H

#include "framework/simcuda/ptx/launch.h"

struct PtxWarp;
struct PtxBlock;
struct PtxRunning;

enum {
	PTX_TOUCH_ATOMIC = 1,
	PTX_TOUCH_STRONG = 2,
	PTX_TOUCH_NARROW = 4, /* strong for the block alone */
	PTX_TOUCH_VOLATILE = 8,
	PTX_TOUCH_WROTE = 16, /* in the place of a read: a plain write */
};

/* An access that may still race with a later one. */
typedef struct PtxTouch {
	const PtxInstr *instr; /* NULL: none */
	uint32_t block, interval;
	uint32_t clock;  /* of shared memory: how often the warp was synchronised */
	uint16_t thread; /* of the block */
	uint8_t mask;    /* which of the 4 bytes, a bit each */
	uint8_t flags;
} PtxTouch;

/* Of 4 bytes: the last that wrote, and two that read, of different warps or blocks if possible. */
typedef struct PtxCell {
	PtxTouch writer, reader[2];
} PtxCell;

typedef struct PtxShadow {
	PtxCell *cell;       /* of shared memory */
	unsigned char *ever; /* of each byte: whether it has been written */
	uint32_t interval;   /* goes on from block to block */
	uint32_t base;       /* what was before that interval comes before all that is now */
	/* [i][k]: what warp k did before that interval comes before what warp i does now. NULL: there was no barrier
	 * of some warps alone */
	uint32_t (*since)[PTX_LANES];
} PtxShadow;

/* Whether an access of the same block comes before what that warp does now. */
static inline bool ptx_shadow_past(const PtxShadow *shadow, const PtxTouch *before, uint32_t warp)
{
	return before->interval < shadow->base ||
	       (shadow->since &&
		before->interval < shadow->since[warp][before->thread / PTX_LANES]);
}

/* These warps of the block, a bit each, have met at a barrier. */
void ptx_shadow_join(struct PtxBlock *block, uint32_t warps);

/* --- together.c: which lanes of a warp have met ------------------------------------------------- */

/* These lanes have met at a __syncwarp(). For one alone it orders nothing. */
void ptx_lanes_meet(struct PtxWarp *warp, uint32_t lanes);
/* Whether what a lane did when the warp's lanes had been synchronised so often comes before what another one does now. */
bool ptx_lanes_met(const struct PtxWarp *warp, uint32_t before, uint32_t now, uint32_t syncs);
/* A store of these lanes to memory of GPUs: tells where two of them put other bytes into one place, as nobody knows which
 * stay. */
void ptx_lanes_store(struct PtxWarp *warp, const PtxInstr *instr, const uint64_t *address,
		     uint32_t lanes, uint32_t bytes);

/* False: no memory. */
bool ptx_shadow_make(struct PtxBlock *block);
void ptx_shadow_start(struct PtxBlock *block);
void ptx_shadow_free(struct PtxBlock *block);

/* An access of a lane to shared memory: notes it, and tells when it races or reads what nobody wrote.
 * next: what is about to be stored; NULL: nothing, or it is not known. */
void ptx_shadow_access(struct PtxWarp *warp, const PtxInstr *instr, int lane, uint32_t offset,
		       uint32_t bytes, unsigned what, const unsigned char *next);

/* Reads of whole words by several lanes. Of lanes that want the same word the first and the last are noted:
 * with one of them any other lane can race. */
void ptx_shadow_reads(struct PtxWarp *warp, const PtxInstr *instr, uint32_t lanes,
		      const uint32_t *offset, uint32_t bytes);

/* How an access counts, and who it is by: all but .clock and .mask. */
PtxTouch ptx_touch(const struct PtxWarp *warp, const PtxInstr *instr, int lane);
/* A store that is told as a race with an access before it. */
void ptx_race_tell(struct PtxWarp *warp, const PtxInstr *instr, int lane, const PtxFault *about,
		   const PtxTouch *other, bool other_wrote);

/* --- global.c: the same for memory of GPUs, between warps and between blocks -------------------- */

/* Of 64 KiB of addresses. */
typedef struct PtxPage PtxPage;

#define PTX_PAGE_BITS  16
#define PTX_PAGE_SLOTS 1024
/* So many pages are watched: races in what comes after them are missed. */
#define PTX_PAGES_MOST 256

/* When a block last executed a fence, and each of its warps. */
typedef struct PtxFence {
	bool used;
	uint32_t block, interval, clock;
	uint32_t warp_clock[PTX_LANES];
} PtxFence;

#define PTX_FENCES 65536

typedef struct PtxGlobal {
	bool off;       /* there is one warp alone, or no memory to watch with */
	uint32_t clock; /* counts fences and strong reads */
	PtxPage *page[PTX_PAGE_SLOTS];
	PtxPage *last;      /* that was looked for */
	uint64_t unwatched; /* the number of one that is not watched; 0: none */
	uint32_t pages;
	PtxFence *fence; /* PTX_FENCES, by block; NULL: there was none so far */
	uint32_t fences;
	bool told;
} PtxGlobal;

void ptx_global_access(struct PtxWarp *warp, const PtxInstr *instr, int lane, uint64_t address,
		       uint32_t bytes, unsigned what, const unsigned char *at,
		       const unsigned char *next);
/* Reads of whole words by several lanes, which lie at these offsets from the address. Lanes of a warp are
 * not compared: each word is noted once. */
void ptx_global_reads(struct PtxWarp *warp, const PtxInstr *instr, uint32_t lanes, uint64_t base,
		      const uint32_t *offset, const unsigned char *at, uint32_t bytes);
/* Whether reads of whole words would change nothing of what is known: others have read all of these words, and
 * nobody has written one. Each lane's lies offset[i] - at behind the address; false, too, if one lies in
 * another page. */
bool ptx_global_quiet(struct PtxWarp *warp, const PtxInstr *instr, uint64_t address,
		      const uint32_t *offset, uint32_t at);
/* The lanes' warp executes a fence, or an access that is one. */
void ptx_fence(struct PtxWarp *warp, const PtxInstr *instr);
void ptx_global_free(struct PtxRunning *run);

#endif

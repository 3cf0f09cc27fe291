/* share.h - how the work of a launch is divided among its threads. */
#ifndef PTX_SHARE_H
#define PTX_SHARE_H

#include <stddef.h>
#include <stdint.h>

#include "framework/simcuda/ptx/counts.h"
#include "framework/simcuda/ptx/ptx.h"

struct PtxBlock;
struct PtxRunning;
struct PtxWarp;

/* Work of a warp's threads, of one kind: what all lanes did together, and what each did besides. */
typedef struct PtxOwn {
	uint32_t all, lane[PTX_LANES];
} PtxOwn;

/* How often a thread of the grid wrote a word of global memory. */
typedef struct PtxRewrite {
	uint64_t word, thread; /* thread: 1 + its number in the grid; 0: nothing is here */
	uint64_t times;
} PtxRewrite;

typedef struct PtxRewrites {
	PtxRewrite *list; /* NULL: nothing was noted yet */
	size_t used;
} PtxRewrites;

/* A block has ended: adds what its threads did to the counts, and forgets it. */
void ptx_share_add(struct PtxBlock *block);

/* Where it is asked for (PtxHanding): these lanes write so many bytes there. */
void ptx_rewrites_note(struct PtxWarp *warp, const uint64_t *address, uint32_t lanes,
		       uint32_t bytes);
void ptx_rewrites_free(struct PtxRunning *run);

#endif

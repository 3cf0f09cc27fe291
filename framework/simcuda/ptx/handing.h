/* handing.h - that it is counted closely what threads do: what those of a block hand each other in shared memory, which
 * may be changed; and how often each writes the same word of global memory. */
#ifndef PTX_HANDING_H
#define PTX_HANDING_H

#include <stddef.h>
#include <stdint.h>

/* Of which words of shared memory. */
typedef enum PtxDyed {
	PTX_DYED_ALL,    /* that the thread or another one has put there */
	PTX_DYED_OTHERS, /* of these those of other threads */
	PTX_DYED_ACROSS, /* of these those of another warp's */
	PTX_DYED_KEPT,   /* of all those that were there when a barrier of the block ended */
	PTX_DYEDS
} PtxDyed;

/* Bits that a thread gets out of there instead of those that have been put there. */
typedef struct PtxDye {
	uint32_t from, to;
	PtxDyed of;
} PtxDye;

/* A launch that has one is counted so (PtxCounts.handed_..., .rewrites). */
typedef struct PtxHanding {
	const PtxDye *dye; /* ascending by `from`; a float may come as a double */
	size_t dyes;
} PtxHanding;

#endif

/* handing.h - that it is counted closely what threads do: what those of a block hand each other in shared memory, which
 * may be changed; and how often each writes the same word of global memory. */
#ifndef PTX_HANDING_H
#define PTX_HANDING_H

#include <stddef.h>
#include <stdint.h>

/* Bits that a thread gets out of shared memory instead of those that it or another one has put there. */
typedef struct PtxDye {
	uint32_t from, to;
} PtxDye;

/* A launch that has one is counted so (PtxCounts.handed_..., .rewrites). */
typedef struct PtxHanding {
	const PtxDye *dye; /* ascending by `from`; a float may come as a double */
	size_t dyes;
} PtxHanding;

#endif

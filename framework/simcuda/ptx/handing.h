/* handing.h - what threads of a block hand each other in shared memory: that it is counted, and changed. */
#ifndef PTX_HANDING_H
#define PTX_HANDING_H

#include <stddef.h>
#include <stdint.h>

/* Bits that a thread gets out of shared memory instead of those that another one has put there. */
typedef struct PtxDye {
	uint32_t from, to;
} PtxDye;

/* A launch that has one is counted (PtxCounts.handed_...). */
typedef struct PtxHanding {
	const PtxDye *dye; /* ascending by `from`; a float may come as a double */
	size_t dyes;
} PtxHanding;

#endif

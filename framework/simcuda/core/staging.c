/* staging.c - pinned host memory under a kernel.
 *
 * A kernel works on memory of the machine, and the program's memory may belong to another process.
 * So what it touches there is read into a block of our own before it runs, and what it may write is
 * written back after. Ranges in the same pinned memory share a block: a kernel that is given the
 * same bytes twice has to find them the same. */
#include <stdlib.h>

#include "core.h"

/* Blocks begin where a value of any type may. */
#define STAGING_ALIGNMENT 16

static bool touches_host(const Touch *touch)
{
	return !touch->alloc && touch->range.rows > 0;
}

/* The bytes between the first and the last that the operation touches in the same pinned memory as
 * its i-th range does; *first is the first of those ranges. */
static Span block_span(const Sim *sim, const Op *op, int i, int *first)
{
	const SimRange *own = &op->touch[i].range;
	const Pinned *pinned = host_pinned(sim, own->address, range_extent(own));
	Span span = {UINT64_MAX, 0};
	*first = i;
	for (int j = op->touches; j-- > 0;) {
		const SimRange *range = &op->touch[j].range;
		uint64_t to = range->address + range_extent(range);
		if (j != i && (!touches_host(&op->touch[j]) ||
			       host_pinned(sim, range->address, to - range->address) != pinned))
			continue;
		span.from = range->address < span.from ? range->address : span.from;
		span.to = to > span.to ? to : span.to;
		*first = j;
	}
	span.from -= span.from % STAGING_ALIGNMENT;
	return span;
}

cudaError_t staging_open(const Sim *sim, const Op *op, Staging *staging)
{
	*staging = (Staging){0};
	for (int i = 0; i < op->touches; i++) {
		const SimRange *range = &op->touch[i].range;
		int first;
		if (!touches_host(&op->touch[i]))
			continue;
		Span span = block_span(sim, op, i, &first);
		if (first == i)
			staging->block[i] = malloc(span.to - span.from);
		if (!staging->block[first]) {
			staging_close(staging);
			return cudaErrorMemoryAllocation;
		}
		staging->memory[i] = staging->block[first] + (range->address - span.from);
		for (uint64_t row = 0; row < range->rows; row++)
			sim->host.read(sim->host.context, staging->memory[i] + row * range->pitch,
				       range->address + row * range->pitch, range->width);
	}
	return cudaSuccess;
}

void staging_write(const Sim *sim, const Op *op, const Staging *staging)
{
	for (int i = 0; i < op->touches; i++) {
		const SimRange *range = &op->touch[i].range;
		if (!staging->memory[i] || !(range->access & SIM_WRITE))
			continue;
		for (uint64_t row = 0; row < range->rows; row++)
			sim->host.write(sim->host.context, range->address + row * range->pitch,
					staging->memory[i] + row * range->pitch, range->width);
	}
}

void staging_close(Staging *staging)
{
	for (int i = 0; i < SIM_MAX_RANGES; i++)
		free(staging->block[i]);
}

/* staging.c - pinned host memory under a kernel.
 *
 * A kernel works on memory of the machine, and the program's memory may belong to another process.
 * So what it touches there is read into a block of our own before it runs, and what it may write is
 * written back after. Ranges in the same pinned memory share a block: a kernel that is given the
 * same bytes twice has to find them the same. */
#include <stdlib.h>

#include "framework/simcuda/core/core.h"

/* Blocks begin where a value of any type may. */
#define STAGING_ALIGNMENT 16

static bool accesses_host(const Access *access)
{
	return !access->alloc && access->range.rows > 0;
}

/* The bytes between the first and the last that the operation touches in the same pinned memory as
 * its i-th range does; *first is the first of those ranges. */
static Interval block_span(const Sim *sim, const Op *op, int i, int *first)
{
	const SimRange *own = &op->access[i].range;
	const Pinned *pinned = host_pinned(sim, own->address, range_extent(own));
	Interval interval = {UINT64_MAX, 0};
	*first = i;
	for (int j = op->accesses; j-- > 0;) {
		const SimRange *range = &op->access[j].range;
		uint64_t to = range->address + range_extent(range);
		if (j != i && (!accesses_host(&op->access[j]) ||
			       host_pinned(sim, range->address, to - range->address) != pinned))
			continue;
		interval.from = range->address < interval.from ? range->address : interval.from;
		interval.to = to > interval.to ? to : interval.to;
		*first = j;
	}
	interval.from -= interval.from % STAGING_ALIGNMENT;
	return interval;
}

cudaError_t staging_open(const Sim *sim, const Op *op, Staging *staging)
{
	*staging = (Staging){0};
	for (int i = 0; i < op->accesses; i++) {
		const SimRange *range = &op->access[i].range;
		int first;
		if (!accesses_host(&op->access[i]))
			continue;
		Interval interval = block_span(sim, op, i, &first);
		if (first == i)
			staging->block[i] = malloc(interval.to - interval.from);
		if (!staging->block[first]) {
			staging_close(staging);
			return cudaErrorMemoryAllocation;
		}
		staging->memory[i] = staging->block[first] + (range->address - interval.from);
		for (uint64_t row = 0; row < range->rows; row++)
			sim->host.read(sim->host.context, staging->memory[i] + row * range->pitch,
				       range->address + row * range->pitch, range->width);
	}
	return cudaSuccess;
}

void staging_write(const Sim *sim, const Op *op, const Staging *staging)
{
	for (int i = 0; i < op->accesses; i++) {
		const SimRange *range = &op->access[i].range;
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

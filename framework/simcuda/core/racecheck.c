/* racecheck.c - two operations on the same bytes, at least one of which writes, that nothing
 * orders: when ranges meet, and the report. depend.c finds the pairs. */
#include "framework/simcuda/core/core.h"

/* Whether some row of `range` meets [from, to). */
static bool rows_meet(const SimRange *range, uint64_t from, uint64_t to)
{
	uint64_t end = range->address + range_extent(range);
	if (from >= end || to <= range->address)
		return false;
	if (range->rows == 1 || range->pitch == 0)
		return true;
	/* the last row that starts before `to`; the ones before it end earlier */
	uint64_t row = (to - 1 - range->address) / range->pitch;
	if (row >= range->rows)
		row = range->rows - 1;
	return range->address + row * range->pitch + range->width > from;
}

bool ranges_meet(const SimRange *a, const SimRange *b)
{
	const SimRange *few = a->rows <= b->rows ? a : b, *many = few == a ? b : a;
	if (few->width == 0 || many->width == 0 ||
	    !rows_meet(&(SimRange){few->address, range_extent(few), 1, 0, few->access},
		       many->address, many->address + range_extent(many)))
		return false;
	for (uint64_t row = 0; row < few->rows; row++) {
		uint64_t from = few->address + row * few->pitch;
		if (rows_meet(many, from, from + few->width))
			return true;
	}
	return false;
}

bool range_covers(const SimRange *all, const SimRange *part)
{
	uint64_t offset = part->address - all->address, extent = range_extent(part);
	if (part->address < all->address)
		return false;
	if (all->rows == 1)
		return extent <= all->width && offset <= all->width - extent;
	if (all->pitch == 0 || (part->rows > 1 && part->pitch != all->pitch))
		return false;
	uint64_t first = offset / all->pitch, column = offset % all->pitch;
	return column + part->width <= all->width && first < all->rows &&
	       part->rows <= all->rows - first;
}

void racecheck_report(Sim *sim, const Access *mine, const Access *theirs)
{
	const Op *op = mine->op, *older = theirs->op;
	bool they_write = theirs->range.access & SIM_WRITE;
	bool reads = they_write && mine->range.access & SIM_READ;
	char where[32] = "pinned host memory", queue[32] = "";
	if (mine->alloc)
		snprintf(where, sizeof(where), "memory on GPU %d", mine->alloc->gpu->index);
	if (op->gpu != older->gpu) /* most often another GPU was current than somebody thinks */
		snprintf(queue, sizeof(queue), " in a stream of GPU %d", older->gpu);
	finding_add(sim, SIM_FINDING_RACE, &op->site, &older->site,
		    "%s%s %s %s that an earlier %s%s%s may still be %s: nothing orders the two",
		    op->kernel ? "kernel " : "", op->name, reads ? "reads" : "writes", where,
		    older->kernel ? "kernel " : "", older->name, queue,
		    they_write ? "writing" : "reading");
}

void racecheck_birth(Sim *sim, const Op *op)
{
	for (int i = 0; i < op->accesses; i++) {
		Alloc *alloc = op->access[i].alloc;
		if (!alloc || !alloc->born)
			continue;
		if (!order_before(alloc->born, op))
			finding_add(sim, SIM_FINDING_RACE, &op->site, &alloc->made,
				    "%s%s uses memory on GPU %d that an earlier cudaMallocAsync in "
				    "another stream may not have taken yet: nothing orders the two",
				    op->kernel ? "kernel " : "", op->name, alloc->gpu->index);
		else if (!alloc->born->settled)
			continue;
		op_replace(&alloc->born, NULL); /* said once, or over */
	}
}

/* race.c - two operations on the same bytes, at least one of which writes, that nothing orders.
 *
 * When an operation is executed, everything that is ordered before it has been executed. So one
 * that was issued earlier and is still pending is not ordered before it, nor after it, since it is
 * older: if the two touch the same bytes, they race. That finds a race whenever its operations are
 * not waited for together; one wait that covers both executes them in order of issue, and says
 * nothing. */
#include "core.h"

#define RACE_LOOK 1024 /* older pending operations that are compared with one; beyond, none */

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

static bool ranges_meet(const SimRange *a, const SimRange *b)
{
	const SimRange *few = a->rows <= b->rows ? a : b, *many = few == a ? b : a;
	if (few->width == 0 || many->width == 0)
		return false;
	for (uint64_t row = 0; row < few->rows; row++) {
		uint64_t from = few->address + row * few->pitch;
		if (rows_meet(many, from, from + few->width))
			return true;
	}
	return false;
}

static bool touches_race(const Touch *a, const Touch *b)
{
	return a->alloc && a->alloc == b->alloc &&
	       ((a->range.access | b->range.access) & SIM_WRITE) &&
	       ranges_meet(&a->range, &b->range);
}

/* The first two of their ranges that race; false when there are none. */
static bool ops_race(const Op *op, const Op *older, const Touch **mine, const Touch **theirs)
{
	for (int i = 0; i < op->touches; i++)
		for (int k = 0; k < older->touches; k++)
			if (touches_race(&op->touch[i], &older->touch[k])) {
				*mine = &op->touch[i];
				*theirs = &older->touch[k];
				return true;
			}
	return false;
}

/* Whether others than this operation have something pending on its memory. */
static bool is_shared(const Op *op)
{
	for (int i = 0; i < op->touches; i++) {
		int own = 0;
		for (int k = 0; k < op->touches; k++)
			own += op->touch[k].alloc == op->touch[i].alloc;
		if (op->touch[i].alloc && op->touch[i].alloc->pending > own)
			return true;
	}
	return false;
}

void race_report(Sim *sim, const Op *op)
{
	if (!is_shared(op))
		return;
	int looks = 0;
	for (const Op *older = sim->oldest; older && older->id < op->id && looks < RACE_LOOK;
	     older = older->newer, looks++) {
		const Touch *mine, *theirs;
		if (!ops_race(op, older, &mine, &theirs))
			continue;
		bool they_write = theirs->range.access & SIM_WRITE;
		bool reads = they_write && mine->range.access & SIM_READ;
		finding_add(
			sim, SIM_FINDING_RACE, &op->site, &older->site,
			"%s%s %s memory on GPU %d that an earlier %s%s may still be %s: nothing "
			"orders the two",
			op->kernel ? "kernel " : "", op->name, reads ? "reads" : "writes",
			mine->alloc->gpu->index, older->kernel ? "kernel " : "", older->name,
			they_write ? "writing" : "reading");
	}
}

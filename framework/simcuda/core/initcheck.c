/* initcheck.c - reads of device memory that nothing has written.
 *
 * A copy within or between GPUs uses no bytes: what it copies is as written, or unwritten, as what
 * it read. A copy to the host is the last place to tell; but when a matrix with padding between its
 * rows is copied whole, nobody means the padding.
 *
 * What counts is the order of issue, not what has run: a read of bytes that no earlier operation is
 * to write cannot be right, whatever the streams do. (When the earlier one is not ordered before
 * the read, that is a race.) What only may read (SIM_MAY_READ) can read less than it says, so it is
 * never wrong; what may write may have written all. */
#include "framework/simcuda/core/core.h"

static bool promise(Alloc *alloc, const SimRange *range)
{
	if (!interval_set_reserve(&alloc->promised, range->rows))
		return false;
	interval_set_add(&alloc->promised, range);
	return true;
}

/* The bytes of the range that nobody has written, without padding when that may be there; *first is
 * where they begin. */
static uint64_t missing_bytes(const Alloc *alloc, const SimRange *range, bool padded,
			      uint64_t *first)
{
	uint64_t missing = 0;
	if (interval_set_cover(&alloc->promised, range->address,
			       range->address + range_extent(range)))
		return 0;
	for (uint64_t row = 0; row < range->rows; row++) {
		uint64_t at = range->address + row * range->pitch, end = at + range->width;
		if (padded && interval_set_regular(&alloc->promised, at, end))
			continue;
		while (at < end) {
			uint64_t to = interval_set_gap(&alloc->promised, &at, end);
			if (missing == 0 && at < end)
				*first = at;
			missing += to - at;
			at = to;
		}
	}
	return missing;
}

static bool read_check(Sim *sim, const Op *op, const Access *access)
{
	Alloc *alloc = access->alloc;
	bool padded = op->kind == OP_COPY;
	uint64_t first = 0, missing = missing_bytes(alloc, &access->range, padded, &first);
	if (missing == 0)
		return true;
	bool copied = first >= alloc->carried.from && first < alloc->carried.to;
	finding_add(sim, SIM_FINDING_UNINITIALISED_READ, &op->site, &alloc->made,
		    "%s%s reads %llu byte%s that nothing has written%s, from offset %llu of an "
		    "allocation of %llu bytes on GPU %d",
		    op->kernel ? "kernel " : "", op->name, (unsigned long long)missing,
		    missing == 1 ? "" : "s", copied ? " but a copy of unwritten bytes" : "",
		    (unsigned long long)(first - alloc->address), (unsigned long long)alloc->bytes,
		    alloc->gpu->index);
	return promise(alloc, &access->range); /* once is enough */
}

/* Where byte `done` of a copy lies. */
static uint64_t byte_at(const SimRange *range, uint64_t done)
{
	return range->address + done / range->width * range->pitch + done % range->width;
}

/* The pieces of the target that a copy within or between GPUs fills with written bytes. */
static bool carry_collect(const Access *to, const Access *from, IntervalSet *pieces)
{
	/* the two sides may be joined differently: walk in steps that are whole on both */
	const IntervalSet *written = &from->alloc->promised;
	uint64_t step = to->range.width < from->range.width ? to->range.width : from->range.width;
	uint64_t bytes = to->range.width * to->range.rows;
	for (uint64_t done = 0; done < bytes; done += step) {
		uint64_t source = byte_at(&from->range, done), end = source + step;
		uint64_t target = byte_at(&to->range, done);
		for (uint64_t at = source; at < end;) {
			uint64_t gap = at, gap_end = interval_set_gap(written, &gap, end);
			if (at < gap && !array_reserve(&pieces->interval, &pieces->room,
						       pieces->count + 1, sizeof(Interval)))
				return false;
			if (at < gap)
				pieces->interval[pieces->count++] =
					(Interval){target + (at - source), target + (gap - source)};
			at = gap_end;
		}
	}
	return true;
}

static bool carry(const Access *to, const Access *from)
{
	Alloc *alloc = to->alloc;
	const SimRange *source = &from->range;
	if (interval_set_cover(&from->alloc->promised, source->address,
			       source->address + range_extent(source)))
		return promise(alloc, &to->range);
	IntervalSet pieces = {0};
	bool good =
		carry_collect(to, from, &pieces) &&
		interval_set_replace(&alloc->promised, &to->range, pieces.interval, pieces.count);
	if (good)
		alloc->carried =
			(Interval){to->range.address, to->range.address + range_extent(&to->range)};
	interval_set_release(&pieces);
	return good;
}

bool initcheck(Sim *sim, const Op *op)
{
	static const unsigned exact_read = SIM_READ;
	if (op->kind == OP_COPY && op->access[0].alloc && op->access[1].alloc)
		return carry(&op->access[0], &op->access[1]);
	for (int i = 0; i < op->accesses; i++) {
		const Access *access = &op->access[i];
		unsigned how = access->range.access;
		if (access->alloc && access->range.rows > 0 &&
		    (access->read_first || (how & (SIM_READ | SIM_MAY_ACCESS)) == exact_read) &&
		    !read_check(sim, op, access))
			return false;
	}
	for (int i = 0; i < op->accesses; i++) {
		const Access *access = &op->access[i];
		if (access->alloc && access->range.rows > 0 && access->range.access & SIM_WRITE &&
		    !promise(access->alloc, &access->range))
			return false;
	}
	return true;
}

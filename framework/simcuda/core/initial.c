/* initial.c - reads of device memory that nothing has written.
 *
 * What counts is the order of issue, not what has run: a read of bytes that no earlier operation is
 * to write cannot be right, whatever the streams do. (When the earlier one is not ordered before
 * the read, that is a race.) A loose range may read less than it says, so it is never wrong; a
 * loose write may have written all. */
#include "core.h"

static bool promise(Alloc *alloc, const SimRange *range)
{
	if (!spans_reserve(&alloc->promised, range->rows))
		return false;
	spans_add(&alloc->promised, range);
	return true;
}

/* The bytes of the range that nobody has written; *first is where they begin. */
static uint64_t missing_bytes(const Alloc *alloc, const SimRange *range, uint64_t *first)
{
	uint64_t missing = 0;
	if (spans_cover(&alloc->promised, range->address, range->address + range_extent(range)))
		return 0;
	for (uint64_t row = 0; row < range->rows; row++) {
		uint64_t at = range->address + row * range->pitch, end = at + range->width;
		while (at < end) {
			uint64_t to = spans_gap(&alloc->promised, &at, end);
			if (missing == 0 && at < end)
				*first = at;
			missing += to - at;
			at = to;
		}
	}
	return missing;
}

static bool read_check(Sim *sim, const Op *op, const Touch *touch)
{
	Alloc *alloc = touch->alloc;
	uint64_t first = 0, missing = missing_bytes(alloc, &touch->range, &first);
	if (missing == 0)
		return true;
	finding_add(sim, SIM_FINDING_UNINITIALISED_READ, &op->site, &alloc->made,
		    "%s%s reads %llu byte%s that nothing has written, from offset %llu of an "
		    "allocation of %llu bytes on GPU %d",
		    op->kernel ? "kernel " : "", op->name, (unsigned long long)missing,
		    missing == 1 ? "" : "s", (unsigned long long)(first - alloc->address),
		    (unsigned long long)alloc->bytes, alloc->gpu->index);
	return promise(alloc, &touch->range); /* once is enough */
}

bool initial_check(Sim *sim, const Op *op)
{
	static const unsigned exact_read = SIM_READ;
	for (int i = 0; i < op->touches; i++) {
		const Touch *touch = &op->touch[i];
		unsigned access = touch->range.access;
		if (touch->alloc && touch->range.rows > 0 &&
		    (access & (SIM_READ | SIM_LOOSE)) == exact_read && !read_check(sim, op, touch))
			return false;
	}
	for (int i = 0; i < op->touches; i++) {
		const Touch *touch = &op->touch[i];
		if (touch->alloc && touch->range.rows > 0 && touch->range.access & SIM_WRITE &&
		    !promise(touch->alloc, &touch->range))
			return false;
	}
	return true;
}

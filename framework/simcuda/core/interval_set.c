/* interval_set.c - a set of bytes, kept as sorted intervals: which bytes of an allocation were
 * written.
 *
 * Adding a range of many rows is one merge of two sorted lists, in place: the old intervals are
 * moved to the far end of the array and the result is written from its start, which never catches
 * up with what is still to be read. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/core.h"

bool array_reserve(void *array, size_t *room, size_t count, size_t size)
{
	if (count <= *room)
		return true;
	size_t more = *room * 2 > count ? *room * 2 : count;
	if (more < 8)
		more = 8;
	if (more > SIZE_MAX / size)
		return false;
	void *old;
	memcpy(&old, array, sizeof(old)); /* whatever type of pointer it is */
	void *grown = realloc(old, more * size);
	if (!grown)
		return false;
	memcpy(array, &grown, sizeof(grown));
	*room = more;
	/* cppcheck-suppress memleak ; the caller's array has it now */
	return true;
}

/* The first interval that ends after `address`. */
static size_t interval_set_search(const IntervalSet *set, uint64_t address)
{
	size_t low = 0, high = set->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (set->interval[middle].to <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool interval_set_cover(const IntervalSet *set, uint64_t from, uint64_t to)
{
	size_t i = interval_set_search(set, from);
	return i < set->count && set->interval[i].from <= from && to <= set->interval[i].to;
}

bool interval_set_reserve(IntervalSet *set, uint64_t rows)
{
	if (rows > SIZE_MAX / sizeof(Interval) - set->count)
		return false;
	return array_reserve(&set->interval, &set->room, set->count + rows, sizeof(Interval));
}

/* Appends an interval that begins no earlier than those before it. */
static size_t interval_set_append(Interval *interval, size_t count, Interval next)
{
	if (count > 0 && next.from <= interval[count - 1].to) {
		if (next.to > interval[count - 1].to)
			interval[count - 1].to = next.to;
		return count;
	}
	interval[count] = next;
	return count + 1;
}

void interval_set_add(IntervalSet *set, const SimRange *range)
{
	if (interval_set_cover(set, range->address, range->address + range_extent(range)))
		return;
	/* Those that end before it stay where they are; the last of them may be extended. */
	size_t first = interval_set_search(set, range->address);
	size_t old = first + range->rows, end = set->count + range->rows, count = first;
	memmove(set->interval + old, set->interval + first,
		(set->count - first) * sizeof(Interval));
	for (uint64_t row = 0; row < range->rows; row++) {
		uint64_t from = range->address + row * range->pitch;
		while (old < end && set->interval[old].from <= from)
			count = interval_set_append(set->interval, count, set->interval[old++]);
		count = interval_set_append(set->interval, count,
					    (Interval){from, from + range->width});
	}
	while (old < end && count > 0 && set->interval[old].from <= set->interval[count - 1].to)
		count = interval_set_append(set->interval, count, set->interval[old++]);
	memmove(set->interval + count, set->interval + old, (end - old) * sizeof(Interval));
	set->count = count + (end - old);
}

bool interval_set_merge(IntervalSet *set, const Interval *more, size_t count)
{
	IntervalSet made = {0};
	size_t old = 0, next = 0;
	if (count == 0)
		return true;
	if (!array_reserve(&made.interval, &made.room, set->count + count, sizeof(Interval)) ||
	    !made.interval)
		return false;
	while (old < set->count || next < count) {
		bool own = next == count ||
			   (old < set->count && set->interval[old].from <= more[next].from);
		made.count = interval_set_append(made.interval, made.count,
						 own ? set->interval[old++] : more[next++]);
	}
	interval_set_release(set);
	*set = made;
	return true;
}

static int interval_compare(const void *a, const void *b)
{
	const Interval *x = a, *y = b;
	return (x->from > y->from) - (x->from < y->from);
}

/* Appends what is left of an interval without the rows of a range. */
static void append_rest(IntervalSet *set, Interval left, const SimRange *range)
{
	uint64_t row = 0;
	if (left.from > range->address)
		row = (left.from - range->address) / range->pitch;
	for (; row < range->rows; row++) {
		uint64_t from = range->address + row * range->pitch, to = from + range->width;
		if (from >= left.to)
			break;
		if (from > left.from)
			set->interval[set->count++] = (Interval){left.from, from};
		if (to > left.from)
			left.from = to;
	}
	if (left.from < left.to)
		set->interval[set->count++] = left;
}

bool interval_set_replace(IntervalSet *set, const SimRange *range, const Interval *piece,
			  size_t count)
{
	IntervalSet made = {0};
	if (!array_reserve(&made.interval, &made.room, set->count + range->rows + count,
			   sizeof(Interval)) ||
	    !made.interval)
		return false;
	for (size_t i = 0; i < set->count; i++)
		append_rest(&made, set->interval[i], range);
	for (size_t i = 0; i < count; i++)
		made.interval[made.count++] = piece[i];
	qsort(made.interval, made.count, sizeof(Interval), interval_compare);
	size_t kept = 0;
	for (size_t i = 0; i < made.count; i++)
		kept = interval_set_append(made.interval, kept, made.interval[i]);
	made.count = kept;
	interval_set_release(set);
	*set = made;
	return true;
}

bool interval_set_regular(const IntervalSet *set, uint64_t from, uint64_t to)
{
	size_t first = interval_set_search(set, from), count = 0;
	if (set->count - first < 2)
		return false; /* also an empty set, which has no array */
	const Interval *interval = set->interval + first;
	while (first + count < set->count && interval[count].from < to)
		count++;
	if (count < 2)
		return false;
	uint64_t gap = interval[1].from - interval[0].to, width = interval[1].to - interval[1].from;
	for (size_t i = 0; i < count; i++) {
		Interval piece = {interval[i].from > from ? interval[i].from : from,
				  interval[i].to < to ? interval[i].to : to};
		bool cut = piece.to - piece.from < interval[i].to - interval[i].from;
		if (count == 2 && i == 0)
			width = piece.to - piece.from;
		if (piece.to - piece.from != width &&
		    !(cut && count > 2 && piece.to - piece.from < width))
			return false;
		if (i > 0 && interval[i].from - interval[i - 1].to != gap)
			return false;
	}
	uint64_t before = interval[0].from > from ? interval[0].from - from : 0;
	uint64_t after = interval[count - 1].to < to ? to - interval[count - 1].to : 0;
	return before <= gap && after <= gap;
}

uint64_t interval_set_gap(const IntervalSet *set, uint64_t *at, uint64_t end)
{
	size_t i = interval_set_search(set, *at);
	if (i < set->count && set->interval[i].from <= *at) {
		*at = set->interval[i].to;
		i++;
	}
	if (*at >= end) {
		*at = end;
		return end;
	}
	return i < set->count && set->interval[i].from < end ? set->interval[i].from : end;
}

void interval_set_release(IntervalSet *set)
{
	free(set->interval);
	*set = (IntervalSet){0};
}

/* spans.c - a set of bytes, kept as sorted intervals: which bytes of an allocation were written.
 *
 * Adding a range of many rows is one merge of two sorted lists, in place: the old intervals are
 * moved to the far end of the array and the result is written from its start, which never catches
 * up with what is still to be read. */
#include <stdlib.h>
#include <string.h>

#include "core.h"

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
static size_t spans_search(const Spans *spans, uint64_t address)
{
	size_t low = 0, high = spans->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (spans->span[middle].to <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool spans_cover(const Spans *spans, uint64_t from, uint64_t to)
{
	size_t i = spans_search(spans, from);
	return i < spans->count && spans->span[i].from <= from && to <= spans->span[i].to;
}

bool spans_reserve(Spans *spans, uint64_t rows)
{
	if (rows > SIZE_MAX / sizeof(Span) - spans->count)
		return false;
	return array_reserve(&spans->span, &spans->room, spans->count + rows, sizeof(Span));
}

/* Appends an interval that begins no earlier than those before it. */
static size_t spans_append(Span *span, size_t count, Span next)
{
	if (count > 0 && next.from <= span[count - 1].to) {
		if (next.to > span[count - 1].to)
			span[count - 1].to = next.to;
		return count;
	}
	span[count] = next;
	return count + 1;
}

void spans_add(Spans *spans, const SimRange *range)
{
	if (spans_cover(spans, range->address, range->address + range_extent(range)))
		return;
	/* Those that end before it stay where they are; the last of them may be extended. */
	size_t first = spans_search(spans, range->address);
	size_t old = first + range->rows, end = spans->count + range->rows, count = first;
	memmove(spans->span + old, spans->span + first, (spans->count - first) * sizeof(Span));
	for (uint64_t row = 0; row < range->rows; row++) {
		uint64_t from = range->address + row * range->pitch;
		while (old < end && spans->span[old].from <= from)
			count = spans_append(spans->span, count, spans->span[old++]);
		count = spans_append(spans->span, count, (Span){from, from + range->width});
	}
	while (old < end && count > 0 && spans->span[old].from <= spans->span[count - 1].to)
		count = spans_append(spans->span, count, spans->span[old++]);
	memmove(spans->span + count, spans->span + old, (end - old) * sizeof(Span));
	spans->count = count + (end - old);
}

static int span_compare(const void *a, const void *b)
{
	const Span *x = a, *y = b;
	return (x->from > y->from) - (x->from < y->from);
}

/* Appends what is left of an interval without the rows of a range. */
static void append_rest(Spans *spans, Span left, const SimRange *range)
{
	uint64_t row = 0;
	if (left.from > range->address)
		row = (left.from - range->address) / range->pitch;
	for (; row < range->rows; row++) {
		uint64_t from = range->address + row * range->pitch, to = from + range->width;
		if (from >= left.to)
			break;
		if (from > left.from)
			spans->span[spans->count++] = (Span){left.from, from};
		if (to > left.from)
			left.from = to;
	}
	if (left.from < left.to)
		spans->span[spans->count++] = left;
}

bool spans_replace(Spans *spans, const SimRange *range, const Span *piece, size_t count)
{
	Spans made = {0};
	if (!array_reserve(&made.span, &made.room, spans->count + range->rows + count,
			   sizeof(Span)) ||
	    !made.span)
		return false;
	for (size_t i = 0; i < spans->count; i++)
		append_rest(&made, spans->span[i], range);
	for (size_t i = 0; i < count; i++)
		made.span[made.count++] = piece[i];
	qsort(made.span, made.count, sizeof(Span), span_compare);
	size_t kept = 0;
	for (size_t i = 0; i < made.count; i++)
		kept = spans_append(made.span, kept, made.span[i]);
	made.count = kept;
	spans_release(spans);
	*spans = made;
	return true;
}

bool spans_regular(const Spans *spans, uint64_t from, uint64_t to)
{
	size_t first = spans_search(spans, from), count = 0;
	const Span *span = spans->span + first;
	while (first + count < spans->count && span[count].from < to)
		count++;
	if (count < 2)
		return false;
	uint64_t gap = span[1].from - span[0].to, width = span[1].to - span[1].from;
	for (size_t i = 0; i < count; i++) {
		Span piece = {span[i].from > from ? span[i].from : from,
			      span[i].to < to ? span[i].to : to};
		bool cut = piece.to - piece.from < span[i].to - span[i].from;
		if (count == 2 && i == 0)
			width = piece.to - piece.from;
		if (piece.to - piece.from != width &&
		    !(cut && count > 2 && piece.to - piece.from < width))
			return false;
		if (i > 0 && span[i].from - span[i - 1].to != gap)
			return false;
	}
	uint64_t before = span[0].from > from ? span[0].from - from : 0;
	uint64_t after = span[count - 1].to < to ? to - span[count - 1].to : 0;
	return before <= gap && after <= gap;
}

uint64_t spans_gap(const Spans *spans, uint64_t *at, uint64_t end)
{
	size_t i = spans_search(spans, *at);
	if (i < spans->count && spans->span[i].from <= *at) {
		*at = spans->span[i].to;
		i++;
	}
	if (*at >= end) {
		*at = end;
		return end;
	}
	return i < spans->count && spans->span[i].from < end ? spans->span[i].from : end;
}

void spans_release(Spans *spans)
{
	free(spans->span);
	*spans = (Spans){0};
}

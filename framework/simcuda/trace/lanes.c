/* lanes.c - the bars of a timeline, kept in bounded room.
 *
 * A picture has a thousand or so columns, so of millions of operations most cannot be drawn one by
 * one. When a lane holds many bars, those that share a short stretch of time become one bar that
 * remembers how many they were and how long they worked together. The stretch grows with the time
 * that the timeline covers; it stays well below a column's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/trace/tracing.h"

#define MOST_BARS 16384 /* in a lane, before they are put together */
#define STRETCHES 4096  /* of the whole time */

TraceLane *lanes_find(TraceLanes *lanes, int gpu, LaneKind kind, unsigned number)
{
	for (size_t i = 0; i < lanes->count; i++) {
		TraceLane *lane = &lanes->lane[i];
		if (lane->gpu == gpu && lane->kind == kind && lane->number == number)
			return lane;
	}
	if (lanes->count == lanes->room) {
		size_t room = lanes->room ? 2 * lanes->room : 16;
		TraceLane *grown = realloc(lanes->lane, room * sizeof *grown);
		if (!grown)
			return NULL;
		lanes->lane = grown;
		lanes->room = room;
	}
	TraceLane *lane = &lanes->lane[lanes->count++];
	*lane = (TraceLane){.gpu = gpu, .kind = kind, .number = number};
	return lane;
}

static int bar_compare(const void *a, const void *b)
{
	const TraceBar *x = a, *y = b;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->end > y->end) - (x->end < y->end);
}

static void lane_sort(TraceLane *lane)
{
	int sorted = 1;
	for (size_t i = 1; i < lane->count && sorted; i++)
		sorted = bar_compare(&lane->bar[i - 1], &lane->bar[i]) <= 0;
	if (!sorted)
		qsort(lane->bar, lane->count, sizeof *lane->bar, bar_compare);
}

/* The longer one gives the name and the colour. */
static void bar_join(TraceBar *to, const TraceBar *from)
{
	int longer = from->longest > to->longest;
	if (from->end > to->end)
		to->end = from->end;
	if (longer) {
		to->longest = from->longest;
		to->colour = from->colour;
		to->name = from->name;
		to->site = from->site;
	}
	to->busy += from->busy;
	to->count += from->count;
	to->bytes += from->bytes;
	to->flops += from->flops;
}

static void lane_compact(TraceLane *lane, int64_t stretch)
{
	size_t kept = 0;
	lane_sort(lane);
	for (size_t i = 0; i < lane->count; i++) {
		TraceBar *last = kept > 0 ? &lane->bar[kept - 1] : NULL;
		const TraceBar *bar = &lane->bar[i];
		if (last && bar->end - last->start <= stretch)
			bar_join(last, bar);
		else
			lane->bar[kept++] = *bar;
	}
	lane->count = kept;
}

void lanes_add(TraceLanes *lanes, TraceLane *lane, const TraceBar *bar)
{
	if (bar->end > lanes->latest)
		lanes->latest = bar->end;
	if (lane->count == lane->room && lane->count >= MOST_BARS)
		lane_compact(lane, (lanes->latest - lanes->origin) / STRETCHES);
	if (lane->count == lane->room) {
		size_t room = lane->room ? 2 * lane->room : 64;
		TraceBar *grown = realloc(lane->bar, room * sizeof *grown);
		if (!grown)
			return;
		lane->bar = grown;
		lane->room = room;
	}
	lane->bar[lane->count++] = *bar;
}

static int lane_compare(const void *a, const void *b)
{
	const TraceLane *x = a, *y = b;
	if (x->gpu != y->gpu)
		return x->gpu < y->gpu ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

void lanes_sort(TraceLanes *lanes)
{
	if (lanes->count > 0)
		qsort(lanes->lane, lanes->count, sizeof *lanes->lane, lane_compare);
	for (size_t i = 0; i < lanes->count; i++)
		lane_sort(&lanes->lane[i]);
}

void lanes_clear(TraceLanes *lanes)
{
	for (size_t i = 0; i < lanes->count; i++)
		lanes->lane[i].count = 0;
}

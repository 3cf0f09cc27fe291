/* busy.c - how long a GPU's engines work, and how long at the same time.
 *
 * Each engine has a list of the times in which it works; work without a gap in between is one
 * entry, so a full queue takes no room. A sweep along all lists adds up who works together with
 * whom. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/trace/tracing.h"

int busy_add(TraceBusy *busy, SimEngine engine, int64_t start, int64_t end)
{
	struct BusyTimes *list = &busy->list[engine];
	if (end <= start)
		return 1;
	if (list->count == list->room) {
		size_t room = list->room ? 2 * list->room : 64;
		struct BusyTime *grown = realloc(list->time, room * sizeof *grown);
		if (!grown)
			return 0;
		list->time = grown;
		list->room = room;
	}
	size_t at = list->count; /* nearly always the end */
	while (at > 0 && list->time[at - 1].start > start)
		at--;
	if (at > 0 && list->time[at - 1].end == start) {
		list->time[at - 1].end = end;
		return 1;
	}
	memmove(list->time + at + 1, list->time + at, (list->count - at) * sizeof *list->time);
	list->time[at] = (struct BusyTime){start, end};
	list->count++;
	return 1;
}

/* Whether the engine works at `now`, and until when that stays so. Moves *at on. */
static int works(const struct BusyTimes *list, size_t *at, int64_t now, int64_t *until)
{
	while (*at < list->count && list->time[*at].end <= now)
		++*at;
	if (*at == list->count)
		return 0;
	const struct BusyTime *time = &list->time[*at];
	int working = time->start <= now;
	int64_t change = working ? time->end : time->start;
	if (change < *until)
		*until = change;
	return working;
}

static void sweep(const TraceBusy *busy, int64_t until, BusyTotals *totals)
{
	size_t at[SIM_ENGINES] = {0};
	for (int64_t now = INT64_MIN, next; now < until; now = next) {
		int working[SIM_ENGINES];
		next = until;
		for (int e = 0; e < SIM_ENGINES; e++)
			working[e] = works(&busy->list[e], &at[e], now, &next);
		for (int e = 0; e < SIM_ENGINES; e++)
			totals->busy[e] += working[e] ? next - now : 0;
		if (!working[SIM_ENGINE_IN] && !working[SIM_ENGINE_OUT])
			continue;
		totals->copying += next - now;
		totals->beside += working[SIM_ENGINE_COMPUTE] ? next - now : 0;
	}
}

BusyTotals busy_totals(const TraceBusy *busy)
{
	BusyTotals totals = busy->settled;
	sweep(busy, INT64_MAX, &totals);
	return totals;
}

void busy_settle(TraceBusy *busy, int64_t until)
{
	sweep(busy, until, &busy->settled);
	for (int e = 0; e < SIM_ENGINES; e++) {
		struct BusyTimes *list = &busy->list[e];
		size_t over = 0;
		while (over < list->count && list->time[over].end <= until)
			over++;
		list->count -= over;
		memmove(list->time, list->time + over, list->count * sizeof *list->time);
		if (list->count > 0 && list->time[0].start < until)
			list->time[0].start = until;
	}
}

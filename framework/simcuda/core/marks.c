/* marks.c - moments that a program says something about, with what was counted by then. The program may
 * say anything, but not when: that is the machine's. */
#include <stdlib.h>

#include "framework/simcuda/core/core.h"

/* Makes room for one more; false when there is none. */
static bool room_make(Sim *sim)
{
	uint64_t room = sim->mark_room ? 2 * sim->mark_room : 64;
	if (sim->marks < sim->mark_room)
		return true;
	SimcudaMark *more = room <= SIMCUDA_MARKS ? realloc(sim->mark, room * sizeof *more) : NULL;
	if (!more)
		return false;
	sim->mark = more;
	sim->mark_room = room;
	return true;
}

/* The host function that runs; 0: none does. */
static uint64_t function_of(const Sim *sim)
{
	return sim->calling ? sim->calls_run : 0;
}

/* Who sleeps many times in a row is noted once. */
static bool sleeps_on(Sim *sim, uint64_t first, uint64_t second)
{
	SimcudaMark *last = sim->marks > 0 ? &sim->mark[sim->marks - 1] : NULL;
	if (first != SIMCUDA_SLEPT || !last || last->value[0] != SIMCUDA_SLEPT ||
	    last->inside != function_of(sim))
		return false;
	last->value[1] += second;
	return true;
}

void sim_mark(Sim *sim, int thread, uint64_t first, uint64_t second)
{
	if (sim->calling && first == SIMCUDA_SLEPT)
		sim->slept = time_add(sim->slept, second < INT64_MAX ? (int64_t)second : INT64_MAX);
	if (sleeps_on(sim, first, second))
		return;
	if (room_make(sim)) {
		SimcudaMark *mark = &sim->mark[sim->marks];
		*mark = (SimcudaMark){.value = {first, second}, .inside = function_of(sim)};
		sim_counters(sim, thread, &mark->counters);
		sim->marks++;
	} else {
		sim->marks_lost++;
	}
}

void sim_slept(Sim *sim, int thread, int64_t nanoseconds)
{
	if (sim->calling)
		sim_mark(sim, thread, SIMCUDA_SLEPT, (uint64_t)nanoseconds);
}

uint64_t sim_marks(const Sim *sim, const SimcudaMark **marks, uint64_t *lost)
{
	*marks = sim->mark;
	*lost = sim->marks_lost;
	return sim->marks;
}

void sim_marks_clear(Sim *sim)
{
	sim->marks = sim->marks_lost = 0;
}

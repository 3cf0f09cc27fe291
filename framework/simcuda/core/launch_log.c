/* launch_log.c - which kernels were launched, on what and when, and between which of them the host read the
 * clock, having been told that all was over. A judge compares it with the work that it asked for. */
#include <stdio.h>
#include <stdlib.h>

#include "framework/simcuda/core/core.h"

/* Room for one more; NULL: nobody wants the log, or there is none, which is counted. */
static SimLaunched *next(Sim *sim)
{
	struct LaunchLog *log = &sim->launched;
	size_t room = log->room ? 2 * log->room : 64;
	if (!log->kept)
		return NULL;
	if (log->count == log->room) {
		SimLaunched *more =
			room <= SIM_LAUNCH_LOG ? realloc(log->list, room * sizeof *more) : NULL;
		if (!more) {
			log->lost++;
			return NULL;
		}
		log->list = more;
		log->room = room;
	}
	SimLaunched *of = &log->list[log->count++];
	*of = (SimLaunched){.readings = log->readings};
	return of;
}

void launch_log_keep(const Call *call, const OpSpec *spec, const Op *op, bool working)
{
	SimLaunched *of = call->request->internal ? NULL : next(call->sim);
	if (!of)
		return;
	snprintf(of->name, sizeof of->name, "%s", spec->name);
	for (int i = 0; i < spec->accesses && i < SIM_OPERANDS; i++) {
		const SimRange *range = &spec->access[i].range;
		of->operand[i].address = range->address;
		of->operand[i].bytes = range->width * range->rows;
		of->adds |= (range->access & SIM_READ) && (range->access & SIM_WRITE);
	}
	of->flops = spec->flops;
	of->gpu = spec->stream->gpu->index;
	of->stream = op->stream;
	of->working = working;
	of->start = op->start;
	of->end = op->end;
}

void launch_log_unready(const Call *call, const Op *stop)
{
	call->sim->launched.unready = stop->id;
}

/* Whether a call has told the host that the operation is over: it waited, or asked. That enough time has passed does not
 * count. */
static bool is_told(const Sim *sim, const Op *op)
{
	return op->settled || op->id <= sim->launched.over;
}

void launch_log_elapsed(const Call *call, const Op *start, const Op *stop)
{
	Sim *sim = call->sim;
	if (stop->id <= sim->launched.unready)
		sim->launched.over = stop->id;
	bool told = is_told(sim, start) && is_told(sim, stop) && !sim->launched.beside;
	SimLaunched *of = call->request->internal || !told ? NULL : next(sim);
	if (of) {
		of->start = start->end;
		of->end = stop->end;
		of->stream = start->stream == stop->stream ? start->stream : 0;
	}
}

/* Whether that holds for all kernels of the judge's window, and by a call whose answer has to be looked at: memory that is
 * given back waits, too, and so do copies from host to host. */
static bool are_told(const Sim *sim)
{
	const Op *op = sim->pending.newest;
	while (op && op->id > sim->launched.before && (op->kind != OP_LAUNCH || is_told(sim, op)))
		op = op->older;
	return !sim->launched.beside && (!op || op->id <= sim->launched.before);
}

void launch_log_read(const Call *call)
{
	Sim *sim = call->sim;
	if (sim->launched.kept && sim_working(sim, call->thread->clock) == 0 && are_told(sim))
		sim->launched.readings++;
}

size_t sim_launched(const Sim *sim, const SimLaunched **launched, uint64_t *lost,
		    uint64_t *readings)
{
	*launched = sim->launched.list;
	*lost = sim->launched.lost;
	*readings = sim->launched.readings;
	return sim->launched.count;
}

void sim_launched_clear(Sim *sim)
{
	sim->launched.kept = true;
	sim->launched.windows++;
	sim->launched.before = sim->issued;
	sim->launched.unready = sim->launched.over = 0;
	sim->launched.beside = false;
	sim->launched.beside_on = 0;
	sim->launched.count = 0;
	sim->launched.lost = sim->launched.readings = 0;
	sim->counters.peak_bytes = sim->counters.live_bytes;
	/* who reads the clock last in one window and first in the next does not time what others queue between them */
	for (int i = 0; i < sim->threads; i++)
		sim->thread[i].timed = false;
}

/* client_look.c - looking at a machine in another process: counters, findings, use, addresses, the
 * records of a trace. What sim.h promises to stay valid is kept here as a copy. */
#include "framework/simcuda/core/sim_judge.h"
#include "framework/simcuda/remote/client/client.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The functions that look are given a machine that does not change; the channel to it does. */
static Sim *line_of(const Sim *sim)
{
	return (Sim *)(uintptr_t)sim;
}

/* Asks; false when the channel is not free. */
static bool ask(Sim *sim, RemoteKind kind, uint32_t number, uint64_t address, RemoteAnswer *answer)
{
	if (!client_take(sim))
		return false;
	sim->channel->call.number = number;
	sim->channel->call.address = address;
	client_send(sim, kind, answer);
	client_release(sim);
	return true;
}

void sim_counters(const Sim *sim, int thread, SimcudaCounters *counters)
{
	RemoteAnswer answer;
	*counters = (SimcudaCounters){0};
	if (ask(line_of(sim), REMOTE_COUNTERS, (uint32_t)thread, 0, &answer))
		*counters = answer.u.counters;
}

/* A host function runs in the midst of another call, so the machine is told between its wish and our
 * SERVED. */
static void mark_inside(Sim *sim)
{
	sim->channel->call.kind = REMOTE_MARK;
	remote_give(sim->channel, REMOTE_MACHINE);
	if (remote_wait(sim->channel, REMOTE_PROGRAM, sim->life, NULL, NULL) != 0)
		_exit(2);
}

void sim_mark(Sim *sim, int thread, uint64_t first, uint64_t second)
{
	RemoteAnswer answer;
	const bool inside = sim->asking;
	if (!inside && !client_take(sim))
		return;
	sim->channel->call.number = (uint32_t)thread;
	sim->channel->call.address = first;
	sim->channel->call.bytes = second;
	if (inside) {
		mark_inside(sim);
		return;
	}
	client_send(sim, REMOTE_MARK, &answer);
	client_release(sim);
}

void sim_slept(Sim *sim, int thread, int64_t nanoseconds)
{
	if (sim->asking)
		sim_mark(sim, thread, SIMCUDA_SLEPT, (uint64_t)nanoseconds);
}

void sim_usage(const Sim *sim, int gpu, SimUsage *usage)
{
	RemoteAnswer answer;
	*usage = (SimUsage){0};
	if (ask(line_of(sim), REMOTE_USAGE, (uint32_t)gpu, 0, &answer))
		*usage = answer.u.usage;
}

int sim_describe(const Sim *sim, uint64_t address, int *device, uint64_t *base, uint64_t *bytes,
		 SimSite *made)
{
	RemoteAnswer answer;
	if (!ask(line_of(sim), REMOTE_DESCRIBE, 0, address, &answer))
		return 0;
	*device = (int)answer.reply.value[1];
	*base = answer.reply.value[2];
	*bytes = answer.reply.value[3];
	*made = answer.u.site;
	return (int)answer.reply.value[0];
}

/* Only the judge's side reads device memory past the program's requests. */
int sim_peek(Sim *sim, uint64_t address, void *to, size_t bytes)
{
	(void)sim, (void)address, (void)to, (void)bytes;
	return -1;
}

/* --- lists ------------------------------------------------------------------------------------ */

/* Takes one windowful of a list from its element `first` on: returns how many came, and copies them
 * before the channel is given to others. */
static size_t window_take(Sim *sim, RemoteKind kind, size_t first, void *to, size_t most,
			  size_t size)
{
	RemoteAnswer answer;
	size_t count = 0;
	if (!client_take(sim))
		return 0;
	sim->channel->call.number = (uint32_t)first;
	client_send(sim, kind, &answer);
	count = answer.reply.value[1] < most ? answer.reply.value[1] : most;
	memcpy(to, sim->channel->window, count * size);
	client_release(sim);
	return count;
}

int sim_findings(const Sim *sim, const SimFinding **findings)
{
	Sim *own = line_of(sim);
	const size_t size = sizeof(SimFinding), most = REMOTE_WINDOW / size;
	own->findings = 0;
	for (size_t came = 1; came > 0; own->findings += came) {
		if (!client_reserve(&own->finding, &own->finding_room, own->findings + most, size))
			break;
		came = window_take(own, REMOTE_FINDINGS, own->findings,
				   own->finding + own->findings, most, size);
	}
	*findings = own->finding;
	return (int)own->findings;
}

/* --- trace ------------------------------------------------------------------------------------ */

int sim_trace_start(Sim *sim, size_t limit)
{
	RemoteAnswer answer;
	sim->tracing = ask(sim, REMOTE_TRACE_START, 0, limit, &answer) &&
		       answer.reply.error == cudaSuccess;
	sim->kept = sim->tracing && answer.reply.value[0] != 0;
	return sim->tracing ? 0 : -1;
}

size_t sim_trace(const Sim *sim, const SimTraceRecord **records)
{
	Sim *own = line_of(sim);
	const size_t most = REMOTE_WINDOW / sizeof(RemoteRecord);
	RemoteRecord *part = own->tracing && !own->kept ? malloc(most * sizeof *part) : NULL;
	for (size_t came = part ? 1 : 0; came > 0;) {
		came = window_take(own, REMOTE_TRACE, own->records, part, most, sizeof *part);
		if (!client_reserve(&own->record, &own->record_room, own->records + came,
				    sizeof *own->record))
			break;
		for (size_t i = 0; i < came; i++) {
			SimTraceRecord *record = &own->record[own->records++];
			*record = part[i].record;
			record->name = client_name(part[i].name);
		}
	}
	free(part);
	*records = own->record;
	return own->records;
}

void sim_trace_drop(Sim *sim)
{
	RemoteAnswer answer;
	if (sim->tracing && !sim->kept && ask(sim, REMOTE_TRACE_DROP, 0, 0, &answer))
		sim->records = 0;
}

uint64_t sim_trace_lost(const Sim *sim)
{
	RemoteAnswer answer;
	return ask(line_of(sim), REMOTE_TRACE_LOST, 0, 0, &answer) ? answer.reply.value[0] : 0;
}

/* Names are few: those of calls and kernels. */
const char *client_name(const char *name)
{
	static char **names;
	static size_t count, room;
	if (!*name)
		return NULL;
	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			return names[i];
	char *copy = strdup(name);
	if (!copy || !client_reserve(&names, &room, count + 1, sizeof *names)) {
		free(copy);
		return "";
	}
	return names[count++] = copy;
}

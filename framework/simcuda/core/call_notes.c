/* call_notes.c - which calls a program made that a judge may let fail (failing.c), and what each was of. Who makes other
 * calls each time it is run decides which of them fails; so a judge compares the notes of runs that have the same inputs.
 *
 * A note hangs on nothing that may differ where the same program is run with numbers of other values: addresses of GPUs
 * count from the GPU's begin, pinned memory is known by when it was made, and of all other memory of the host, which lies
 * elsewhere in each process, it is only noted how many copies ago the same place was used; so it is with the host's
 * functions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/core.h"
#include "framework/simcuda/core/failing.h"
#include "framework/simcuda/core/launch_hash.h"

/* The places of the host's own memory that the last copies used; how many of these ago it was the same one, 0: longer. */
static uint64_t host_place(struct NoteLog *log, uint64_t address)
{
	uint64_t ago = 0;
	for (uint64_t i = 1; i <= SIM_NOTE_PLACES && i <= log->places && ago == 0; i++)
		if (log->place[(log->places - i) % SIM_NOTE_PLACES] == address)
			ago = i;
	log->place[log->places++ % SIM_NOTE_PLACES] = address;
	return ago;
}

static void mix_address(Sim *sim, uint64_t *hash, uint64_t address)
{
	const Gpu *gpu = memory_gpu(sim, address);
	const Pinned *pinned = gpu ? NULL : host_pinned(sim, address, 1);
	mix(hash, gpu ? 1 : pinned ? 2 : 3);
	if (gpu) {
		mix(hash, (uint64_t)gpu->index);
		mix(hash, address - gpu->base);
	} else if (pinned) {
		mix(hash, pinned->serial);
		mix(hash, address - pinned->address);
	} else {
		mix(hash, host_place(&sim->notes, address));
	}
}

static void mix_stream(const Sim *sim, uint64_t *hash, uint64_t handle)
{
	const Stream *stream = handle_find(&sim->streams, handle);
	mix(hash, stream ? stream->serial : handle);
}

static void mix_event(const Sim *sim, uint64_t *hash, uint64_t handle)
{
	const Event *event = handle_find(&sim->events, handle);
	mix(hash, event ? event->number : 0);
}

/* Whether a launch has factors that are next to nothing, by which it does as little. Other factors are not told apart: they
 * may be made of numbers. Of cuBLAS's job `still` says so. */
static void mix_factors(const SimRequest *request, uint64_t *hash)
{
	const SimKernel *kernel = request->u.launch.kernel;
	const void *const *arguments = request->u.launch.arguments;
	float factor;
	mix(hash, request->u.launch.still);
	for (int i = 0; arguments && i < kernel->arguments && i < SIM_MAX_ARGUMENTS; i++) {
		if (kernel->argument_bytes[i] != sizeof factor)
			continue;
		memcpy(&factor, arguments[i], sizeof factor);
		mix(hash, factor > -SIM_FACTOR_LEAST && factor < SIM_FACTOR_LEAST);
	}
}

static void launch_note(Sim *sim, const SimRequest *request, SimNote *note)
{
	const SimKernel *kernel = request->u.launch.kernel;
	const uint64_t threads = request->u.launch.threads;
	SimRange range[SIM_MAX_RANGES] = {{0}};
	SimCost cost = {0};
	if (!kernel)
		return;
	mix_text(&note->what, kernel->name);
	mix(&note->what, threads);
	mix(&note->what, request->u.launch.shared);
	if (request->u.launch.device >= 0)
		note->gpu = request->u.launch.device;
	mix_stream(sim, &note->where, request->u.launch.stream);
	const int ranges = sim_launch_ranges(request, range);
	if (ranges < 0)
		return;
	kernel->cost(request->u.launch.arguments, threads, &cost);
	note->size = cost.flops > 0 ? cost.flops : cost.bytes;
	for (int i = 0; i < ranges; i++) {
		mix_address(sim, &note->where, range[i].address);
		mix(&note->what, range[i].width);
		mix(&note->what, range[i].rows);
		mix(&note->what, range[i].rows > 1 ? range[i].pitch : 0);
		mix(&note->what, range[i].access);
	}
	mix_factors(request, &note->what);
}

static void copy_note(Sim *sim, const SimRequest *request, SimNote *note)
{
	const Gpu *to = memory_gpu(sim, request->u.copy.to);
	const Gpu *from = memory_gpu(sim, request->u.copy.from);
	note->size = (double)request->u.copy.width * (double)request->u.copy.rows;
	note->gpu = to ? to->index : from ? from->index : note->gpu;
	mix(&note->what, request->u.copy.rows);
	mix(&note->what, to ? 1 + (uint64_t)to->index : 0);
	mix(&note->what, from ? 1 + (uint64_t)from->index : 0);
	mix_stream(sim, &note->where, request->u.copy.stream);
	mix_address(sim, &note->where, request->u.copy.to);
	mix_address(sim, &note->where, request->u.copy.from);
	mix(&note->where, request->u.copy.rows > 1 ? request->u.copy.to_pitch : 0);
	mix(&note->where, request->u.copy.rows > 1 ? request->u.copy.from_pitch : 0);
}

/* The same of the functions of the host that were asked for last, with what they are given. */
static uint64_t function_place(struct NoteLog *log, uint64_t function, uint64_t argument)
{
	uint64_t both = function, ago = 0;
	mix(&both, argument);
	for (uint64_t i = 1; i <= SIM_NOTE_PLACES && i <= log->functions && ago == 0; i++)
		if (log->function[(log->functions - i) % SIM_NOTE_PLACES] == both)
			ago = i;
	log->function[log->functions++ % SIM_NOTE_PLACES] = both;
	return ago;
}

static void fill_note(Sim *sim, const SimRequest *request, SimNote *note)
{
	const uint64_t rows = request->u.memset.rows > 0 ? request->u.memset.rows : 1;
	note->size = (double)request->u.memset.bytes * (double)rows;
	mix(&note->what, (uint64_t)(request->u.memset.value & 0xFF));
	mix(&note->where, rows > 1 ? request->u.memset.pitch : 0);
	mix_stream(sim, &note->where, request->u.memset.stream);
	mix_address(sim, &note->where, request->u.memset.to);
}

/* Of all that has neither bytes nor kernels. */
static void other_note(Sim *sim, const SimRequest *request, SimNote *note)
{
	switch ((int)request->code) {
	case SIM_MALLOC:
		note->size = (double)request->u.malloc.bytes;
		mix_stream(sim, &note->where, request->u.malloc.stream);
		break;
	case SIM_HOST_ALLOC:
		note->size = (double)request->u.host.bytes;
		mix(&note->what, (uint64_t)request->u.host.kind);
		break;
	case SIM_STREAM_CREATE:
	case SIM_STREAM_SYNC:
	case SIM_STREAM_QUERY:
	case SIM_STREAM_WAIT:
		mix(&note->what, request->u.stream.flags);
		mix(&note->what, handle_find(&sim->streams, request->u.stream.stream) != NULL);
		mix_stream(sim, &note->where, request->u.stream.stream);
		mix_event(sim, &note->where, request->u.stream.event);
		break;
	case SIM_EVENT_CREATE:
	case SIM_EVENT_RECORD:
	case SIM_EVENT_SYNC:
	case SIM_EVENT_QUERY:
		mix(&note->what, request->u.event.flags);
		mix_stream(sim, &note->where, request->u.event.stream);
		mix_event(sim, &note->where, request->u.event.event);
		break;
	case SIM_HOST_FUNCTION:
		mix_stream(sim, &note->where, request->u.function.stream);
		mix(&note->where, function_place(&sim->notes, request->u.function.function,
						 request->u.function.argument));
		break;
	default:
		break;
	}
}

static SimNote note_make(Sim *sim, const SimRequest *request, const char *kind)
{
	const int thread = request->thread;
	SimNote note = {.thread = (uint32_t)thread};
	if (thread >= 0 && thread < sim->threads)
		note.gpu = sim->thread[thread].device;
	snprintf(note.kind, sizeof note.kind, "%s", kind);
	mix(&note.what, (uint64_t)request->code);
	if (request->code == SIM_COPY)
		copy_note(sim, request, &note);
	else if (request->code == SIM_MEMSET)
		fill_note(sim, request, &note);
	else if (request->code == SIM_LAUNCH)
		launch_note(sim, request, &note);
	else
		other_note(sim, request, &note);
	mix(&note.what, (uint64_t)note.gpu);
	mix(&note.what, (uint64_t)note.size);
	return note;
}

/* NULL: there is no more. */
static SimNote *next(struct NoteLog *log)
{
	if (log->count == log->room) {
		const size_t room = log->room ? 2 * log->room : 64;
		SimNote *more = room <= SIM_NOTES ? realloc(log->list, room * sizeof *more) : NULL;
		if (!more)
			return NULL;
		log->list = more;
		log->room = room;
	}
	return &log->list[log->count++];
}

uint64_t sim_note(Sim *sim, const SimRequest *request)
{
	const char *kind = sim_failing_kind(request);
	if (!kind)
		return 0;
	const SimNote note = note_make(sim, request, kind);
	SimNote *to = next(&sim->notes);
	if (to) {
		*to = note;
		return note.what;
	}
	sim->notes.lost++;
	mix(&sim->notes.rest, note.what);
	mix(&sim->notes.rest, note.where);
	return note.what;
}

size_t sim_notes(const Sim *sim, const SimNote **notes, uint64_t *lost, uint64_t *rest)
{
	*notes = sim->notes.list;
	*lost = sim->notes.lost;
	*rest = sim->notes.rest;
	return sim->notes.count;
}

void sim_notes_clear(Sim *sim)
{
	sim->notes.count = 0;
	sim->notes.lost = sim->notes.rest = sim->notes.places = sim->notes.functions = 0;
}

/* handle_leak.c - streams and events that a part of the program makes anew each time it runs.
 *
 * CUDA gives streams and events back at the end, so one that is kept and used again is no mistake.
 * It is one when a part that runs again makes others in the same place and on the same GPU, and the
 * earlier ones stay where they are, unused: there will be more and more of them. */
#include <string.h>

#include "framework/simcuda/core/core.h"

void origin_note(const Call *call, Origin *origin)
{
	*origin = (Origin){
		.made = call->request->site,
		.gpu = call->gpu->index,
		.part = call->sim->part,
		.used = call->sim->part,
		.quiet = call->request->internal,
	};
}

/* Of a stream or an event, of which it is the first member; NULL when there is nothing to say. */
static Origin *origin_at(const Handles *handles, size_t i)
{
	Origin *origin = handles->slot[i].object;
	return origin && !origin->quiet ? origin : NULL;
}

static bool made_alike(const Origin *a, const Origin *b)
{
	return a->gpu == b->gpu && memcmp(&a->made, &b->made, sizeof(a->made)) == 0;
}

/* Made by an earlier part, and not used in this one. */
static bool left_behind(const Sim *sim, const Origin *origin)
{
	return origin->part < sim->part && origin->used < sim->part;
}

static bool any_left_behind(const Sim *sim, const Handles *handles, const Origin *like)
{
	for (size_t i = 0; i < handles->count; i++) {
		const Origin *origin = origin_at(handles, i);
		if (origin && left_behind(sim, origin) && made_alike(origin, like))
			return true;
	}
	return false;
}

/* How many there are, of which nothing more is to be said. */
static unsigned long long all_alike(const Handles *handles, const Origin *like)
{
	unsigned long long count = 0;
	for (size_t i = 0; i < handles->count; i++) {
		Origin *origin = origin_at(handles, i);
		if (!origin || !made_alike(origin, like))
			continue;
		origin->quiet = true;
		count++;
	}
	return count;
}

static void handle_leak_report_of(Sim *sim, const Handles *handles, const char *names)
{
	const Origin *blameless = NULL; /* the last one: a loop may have made many more like it */
	for (size_t i = 0; i < handles->count; i++) {
		const Origin *origin = origin_at(handles, i);
		if (!origin || origin->part != sim->part ||
		    (blameless && made_alike(origin, blameless)))
			continue;
		if (!any_left_behind(sim, handles, origin)) {
			blameless = origin;
			continue;
		}
		const Origin like = *origin;
		finding_add(sim, SIM_FINDING_LEAK, &like.made, NULL,
			    "%llu %s on GPU %d were never destroyed: each call makes its own",
			    all_alike(handles, &like), names, like.gpu);
	}
}

void handle_leak_report(Sim *sim)
{
	bool fault = false;
	for (int i = 0; i < sim->machine.gpus; i++)
		fault |= sim->gpu[i].fault != cudaSuccess; /* then CUDA refuses to destroy */
	if (!fault && sim->part > 0) {
		handle_leak_report_of(sim, &sim->streams, "streams");
		handle_leak_report_of(sim, &sim->events, "events");
	}
	sim->part++;
}

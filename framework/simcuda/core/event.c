/* event.c - events: recording one queues a mark in a stream and remembers it. */
#include <stdlib.h>

#include "framework/simcuda/core/core.h"

#define EVENT_FLAGS (cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess)

Event *event_find(const Call *call, uint64_t handle)
{
	Event *event = handle_find(&call->sim->events, handle);
	if (event)
		event->origin.used = call->sim->part;
	return event;
}

static void event_free(Sim *sim, uint64_t handle)
{
	Event *event = handle_find(&sim->events, handle);
	handle_drop(&sim->events, handle);
	op_replace(&event->op, NULL);
	free(event);
}

void event_release_all(Sim *sim, const Gpu *gpu)
{
	for (size_t i = 0; i < sim->events.count; i++) {
		uint64_t handle = handle_at(&sim->events, i);
		const Event *event = handle ? handle_find(&sim->events, handle) : NULL;
		if (event && event->gpu == gpu)
			event_free(sim, handle);
	}
}

bool event_flags_fit(unsigned flags)
{
	bool untimed = flags & cudaEventDisableTiming;
	return !(flags & ~(unsigned)EVENT_FLAGS) && (untimed || !(flags & cudaEventInterprocess));
}

cudaError_t event_create(Call *call)
{
	unsigned flags = call->request->u.event.flags;
	if (!event_flags_fit(flags))
		return cudaErrorInvalidValue;
	Event *event = calloc(1, sizeof(*event));
	uint64_t handle = event ? handle_new(&call->sim->events, event) : 0;
	if (!handle) {
		free(event);
		return cudaErrorMemoryAllocation;
	}
	event->number = ++call->sim->counters.events;
	origin_note(call, &event->origin);
	event->gpu = call->gpu;
	event->flags = flags;
	call->reply->value[0] = handle;
	return cudaSuccess;
}

size_t sim_events(const Sim *sim, uint64_t number, SimEvent *to, size_t room)
{
	size_t count = 0;
	for (size_t i = 0; i < sim->events.count && count < room; i++) {
		uint64_t handle = handle_at(&sim->events, i);
		const Event *event = handle ? handle_find(&sim->events, handle) : NULL;
		if (event && event->number <= number && number - event->number < room)
			to[count++] = (SimEvent){.number = event->number,
						 .recorded = event->op != NULL,
						 .over = event->op ? event->op->end : 0};
	}
	return count;
}

cudaError_t event_destroy(Call *call)
{
	uint64_t handle = call->request->u.event.event;
	if (!event_find(call, handle))
		return cudaErrorInvalidResourceHandle;
	event_free(call->sim, handle);
	return cudaSuccess;
}

cudaError_t event_record(Call *call)
{
	Event *event = event_find(call, call->request->u.event.event);
	OpSpec spec = {.kind = OP_MARK};
	Op *op;
	if (!event)
		return cudaErrorInvalidResourceHandle;
	cudaError_t error =
		stream_find(call, call->request->u.event.stream, call->gpu, &spec.stream);
	if (error)
		return error;
	if (spec.stream->gpu != event->gpu) {
		finding_add(call->sim, SIM_FINDING_WRONG_DEVICE, &call->request->site, NULL,
			    "cudaEventRecord records an event of GPU %d in a stream of GPU %d",
			    event->gpu->index, spec.stream->gpu->index);
		return cudaErrorInvalidResourceHandle;
	}
	error = op_issue(call, &spec, &op);
	if (!error)
		op_replace(&event->op, op);
	return error;
}

/* What the event waits for is what the call is about. */
static cudaError_t event_gather(Call *call)
{
	Event *event = event_find(call, call->request->u.event.event);
	if (!event)
		return cudaErrorInvalidResourceHandle;
	if (event->gpu->fault)
		return event->gpu->fault;
	gather_start(call->sim);
	gather_op(call->sim, event->op);
	return cudaSuccess;
}

cudaError_t event_sync(Call *call)
{
	cudaError_t error = event_gather(call);
	return error ? error : work_synchronize(call);
}

cudaError_t event_query(Call *call)
{
	cudaError_t error = event_gather(call);
	return error ? error : work_query(call);
}

cudaError_t event_elapsed(Call *call)
{
	const Event *start = event_find(call, call->request->u.event.event);
	const Event *stop = event_find(call, call->request->u.event.stop);
	if (start && stop && start->gpu != stop->gpu)
		finding_add(
			call->sim, SIM_FINDING_WRONG_DEVICE, &call->request->site, NULL,
			"cudaEventElapsedTime is given events of GPU %d and of GPU %d; each GPU "
			"has a clock of its own",
			start->gpu->index, stop->gpu->index);
	if (!start || !stop || start->gpu != stop->gpu || !start->op || !stop->op ||
	    (start->flags | stop->flags) & cudaEventDisableTiming)
		return cudaErrorInvalidResourceHandle;
	if (!start->op->settled || !stop->op->settled)
		work_waited(call->sim); /* the answer tells whether they are over */
	if (start->op->end > call->thread->clock || stop->op->end > call->thread->clock) {
		launch_log_unready(call, stop->op);
		return cudaErrorNotReady;
	}
	call->sim->counters.asked_times += !call->request->internal;
	launch_log_elapsed(call, start->op, stop->op);
	call->reply->value[0] = (uint64_t)(stop->op->end - start->op->end);
	return cudaSuccess;
}

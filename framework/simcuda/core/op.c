/* op.c - issuing operations: what they wait for, and when they run.
 *
 * An operation starts when it has been queued, when everything that it waits for is over, and when
 * its engines are free; engines work first come, first served. What it waits for is gathered here,
 * by CUDA's rules:
 * - what came before it in its stream;
 * - in the legacy default stream, all blocking streams of the GPU, and for them the legacy one;
 * - the last cudaMemcpyPeer, which is ordered with all work of its GPUs.
 * Marks (of events, waits and ordered frees) are operations too, so the same rules hold for them.
 */
#include <stdlib.h>
#include <string.h>

#include "core.h"

/* --- gathering -------------------------------------------------------------------------------- */

void gather_start(Sim *sim)
{
	sim->gather.count = 0;
	sim->gather.end = 0;
	sim->gather.failed = false;
}

void gather_op(Sim *sim, Op *op)
{
	Gather *gather = &sim->gather;
	if (!op)
		return;
	if (op->end > gather->end)
		gather->end = op->end;
	if (op->done)
		return;
	if (!array_reserve(&gather->op, &gather->room, gather->count + 1, sizeof(Op *)))
		gather->failed = true;
	else
		gather->op[gather->count++] = op;
}

void gather_stream(Sim *sim, Stream *stream)
{
	Gpu *gpu = stream->gpu;
	gather_op(sim, stream->tail);
	gather_op(sim, gpu->barrier);
	if (stream == &gpu->legacy) {
		for (Stream *other = gpu->streams; other; other = other->next)
			if (!(other->flags & cudaStreamNonBlocking))
				gather_op(sim, other->tail);
	} else if (!(stream->flags & cudaStreamNonBlocking)) {
		gather_op(sim, gpu->legacy.tail);
	}
}

void gather_gpu(Sim *sim, Gpu *gpu)
{
	gather_op(sim, gpu->legacy.tail);
	gather_op(sim, gpu->barrier);
	for (Stream *stream = gpu->streams; stream; stream = stream->next)
		gather_op(sim, stream->tail);
}

/* --- references ------------------------------------------------------------------------------- */

void op_retain(Op *op)
{
	op->references++;
}

void op_release(Op *op)
{
	op->references--;
	if (op->references == 0)
		free(op); /* what it held is given back: the list keeps it until then */
}

void op_replace(Op **slot, Op *op)
{
	if (op)
		op_retain(op);
	if (*slot)
		op_release(*slot);
	*slot = op;
}

/* --- issuing ---------------------------------------------------------------------------------- */

/* One block: the operation, what it touches, what it needs. */
static Op *op_create(Sim *sim, const OpSpec *spec, const SimSite *site)
{
	const Gather *gather = &sim->gather;
	size_t touch_bytes = (size_t)spec->touches * sizeof(Touch);
	Op *op = malloc(sizeof(*op) + touch_bytes + gather->count * sizeof(Op *));
	if (!op)
		return NULL;
	*op = (Op){.kind = spec->kind,
		   .name = spec->name,
		   .touches = spec->touches,
		   .need_count = gather->count,
		   .site = *site,
		   .owned = spec->owned,
		   .kernel = spec->kernel,
		   .threads = spec->threads,
		   .value = spec->value,
		   .function = spec->function,
		   .argument = spec->argument};
	op->touch = (Touch *)(op + 1);
	op->needs = (Op **)(op->touch + spec->touches);
	memcpy(op->touch, spec->touch, touch_bytes);
	for (int i = 0; i < op->touches; i++)
		if (op->touch[i].alloc)
			memory_hold(op->touch[i].alloc);
	for (size_t i = 0; i < gather->count; i++) {
		op->needs[i] = gather->op[i];
		op_retain(op->needs[i]);
	}
	return op;
}

static void op_schedule(const Call *call, const OpSpec *spec, Op *op)
{
	op->start = call->thread->clock;
	if (op->start < call->sim->gather.end)
		op->start = call->sim->gather.end;
	for (int i = 0; i < 2; i++)
		if (spec->engine[i] && op->start < *spec->engine[i])
			op->start = *spec->engine[i];
	op->end = time_add(op->start, spec->duration);
	for (int i = 0; i < 2; i++)
		if (spec->engine[i])
			*spec->engine[i] = op->end;
}

static void pending_append(Sim *sim, Op *op)
{
	op->references = 1;
	op->older = sim->newest;
	if (sim->newest)
		sim->newest->newer = op;
	else
		sim->oldest = op;
	sim->newest = op;
	sim->pending++;
}

cudaError_t op_issue(Call *call, const OpSpec *spec, Op **issued)
{
	Sim *sim = call->sim;
	/* A program that queues without end has its oldest work executed, as if it had asked. */
	if (sim->pending >= SIM_MAX_PENDING) {
		cudaError_t error = work_run_oldest(sim, SIM_MAX_PENDING / 2);
		if (error)
			return error;
	}
	stream_prune(spec->stream->gpu, call->thread->clock);
	gather_start(sim);
	gather_stream(sim, spec->stream);
	gather_op(sim, spec->after);
	for (int i = 0; i < 3; i++)
		if (spec->whole[i])
			gather_gpu(sim, spec->whole[i]);
	Op *op = sim->gather.failed ? NULL : op_create(sim, spec, &call->request->site);
	if (!op)
		return cudaErrorMemoryAllocation;
	op->id = ++sim->issued;
	op_schedule(call, spec, op);
	pending_append(sim, op);
	op_replace(&spec->stream->tail, op);
	for (int i = 0; i < 3; i++)
		if (spec->whole[i])
			op_replace(&spec->whole[i]->barrier, op);
	trace_op(call, spec, op);
	if (issued)
		*issued = op;
	return cudaSuccess;
}

void op_forget_all(Sim *sim)
{
	/* First what they hold: each one is still held by the list, so none goes too early. */
	for (Op *op = sim->oldest; op; op = op->newer)
		for (size_t i = 0; i < op->need_count; i++)
			op_release(op->needs[i]);
	for (Op *op = sim->oldest, *newer; op; op = newer) {
		newer = op->newer;
		free(op->owned);
		op_release(op);
	}
	sim->oldest = sim->newest = NULL;
}

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

#include "framework/simcuda/core/core.h"

/* --- gathering -------------------------------------------------------------------------------- */

void gather_start(Sim *sim)
{
	sim->gather.count = 0;
	sim->gather.end = 0;
	sim->gather.until = 0;
	sim->gather.failed = false;
}

void gather_op(Sim *sim, Op *op)
{
	Gather *gather = &sim->gather;
	if (!op)
		return;
	if (op->end > gather->end)
		gather->end = op->end;
	if (op->settled)
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

/* A dead one may hold others, which it may be the last to hold: those wait their turn in a chain of
 * their own, so that this is no deep recursion. */
void op_release(Op *op)
{
	Op *ending = NULL;
	if (--op->references == 0)
		ending = op;
	while (ending) {
		Op *end = ending;
		ending = end->newer; /* it is in no list any more */
		for (size_t i = 0; i < end->dep_count; i++) {
			Op *held = end->deps[i].op;
			if (--held->references > 0)
				continue;
			held->newer = ending;
			ending = held;
		}
		free(end->deps);
		free(end);
	}
}

void op_replace(Op **slot, Op *op)
{
	if (op)
		op_retain(op);
	if (*slot)
		op_release(*slot);
	*slot = op;
}

void op_append(OpList *list, Op *op)
{
	op->older = list->newest;
	op->newer = NULL;
	if (list->newest)
		list->newest->newer = op;
	else
		list->oldest = op;
	list->newest = op;
	list->count++;
}

void op_remove(OpList *list, Op *op)
{
	if (op->newer)
		op->newer->older = op->older;
	else
		list->newest = op->older;
	if (op->older)
		op->older->newer = op->newer;
	else
		list->oldest = op->newer;
	op->newer = op->older = NULL;
	list->count--;
}

/* --- issuing ---------------------------------------------------------------------------------- */

/* Work that costs less than keeping it idle. */
#define CHEAP_FLOPS 1e6
#define CHEAP_BYTES 65536.0

/* What it touches of the host's memory that is never closed to the host, or of the other kind. */
static bool accesses_host(const Sim *sim, const Op *op, bool lazy)
{
	bool any = false;
	for (int i = 0; i < op->accesses && !any; i++) {
		bool captured = op->staged && i == 1;
		any = !op->access[i].alloc && op->access[i].range.rows > 0 && !captured &&
		      managed_is_lazy(sim, &op->access[i].range) == lazy;
	}
	return any;
}

static void op_access(Sim *sim, Op *op, int i)
{
	Access *access = &op->access[i];
	bool captured = op->staged && i == 1;
	access->op = op;
	access->region = NULL;
	if (access->range.rows == 0 || access->range.width == 0 || captured)
		return;
	if (access->alloc) {
		memory_hold(access->alloc);
		access->region = &access->alloc->region;
		return;
	}
	const Pinned *pinned =
		host_pinned(sim, access->range.address, range_extent(&access->range));
	access->region = pinned ? pinned->region : NULL;
}

/* One block: the operation, what it touches, what it needs. NULL: no memory. */
static Op *op_create(Call *call, const OpSpec *spec)
{
	Sim *sim = call->sim;
	const Gather *gather = &sim->gather;
	size_t access_bytes = (size_t)spec->accesses * sizeof(Access);
	Op *op = malloc(sizeof(*op) + access_bytes + gather->count * sizeof(Op *));
	if (!op)
		return NULL;
	*op = (Op){.kind = spec->kind,
		   .name = spec->name,
		   .references = 1,
		   .thread = call->request->thread,
		   .stream = spec->stream->serial,
		   .gpu = spec->stream->gpu->index,
		   .engine = {spec->engine[0], spec->engine[1]},
		   .cheap = spec->flops <= CHEAP_FLOPS && spec->bytes <= CHEAP_BYTES,
		   .accesses = spec->accesses,
		   .need_count = gather->count,
		   .site = call->request->site,
		   .owned = spec->owned,
		   .staged = spec->staged,
		   .kernel = spec->kernel,
		   .threads = spec->threads,
		   .value = spec->value,
		   .function = spec->function,
		   .argument = spec->argument};
	op->access = (Access *)(op + 1);
	op->needs = (Op **)(op->access + spec->accesses);
	memcpy(op->access, spec->many ? spec->many : spec->access, access_bytes);
	op->eager = op->kind == OP_CALL || accesses_host(sim, op, false);
	op->managed = accesses_host(sim, op, true);
	if (!order_make(sim, op)) {
		free(op);
		return NULL;
	}
	for (int i = 0; i < op->accesses; i++)
		op_access(sim, op, i);
	for (size_t i = 0; i < gather->count; i++) {
		op->needs[i] = gather->op[i];
		op_retain(op->needs[i]);
	}
	return op;
}

/* Undoes op_create(). */
static void op_abandon(Sim *sim, Op *op)
{
	for (int i = 0; i < op->accesses; i++)
		if (op->access[i].region && op->access[i].alloc)
			memory_drop(sim, op->access[i].alloc);
	for (size_t i = 0; i < op->need_count; i++)
		op_release(op->needs[i]);
	order_release(op);
	free(op);
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
	if (spec->kind == OP_LAUNCH)
		launch_links(call->sim, spec, op);
	for (int i = 0; i < 2; i++)
		if (spec->engine[i])
			*spec->engine[i] = op->end;
}

/* A program that queues without end has its oldest work settled, as if it had asked, and its staged
 * copies made. */
static cudaError_t limit_queue(Sim *sim, const OpSpec *spec)
{
	cudaError_t error = cudaSuccess;
	if (sim->pending.count >= SIM_MAX_PENDING)
		error = work_settle_oldest(sim, SIM_MAX_PENDING / 2);
	OpList *const lists[] = {&sim->idle, &sim->pending};
	for (int i = 0; i < 2 && spec->staged; i++)
		for (Op *op = lists[i]->oldest, *newer; op && !error; op = newer) {
			newer = op->newer;
			if (sim->staged + spec->staged <= SIM_STAGED_TOTAL)
				return cudaSuccess;
			if (!op->staged)
				continue;
			error = work_execute(sim, op);
			newer = lists[i]->oldest; /* others may have run with it */
		}
	return error;
}

cudaError_t op_issue(Call *call, const OpSpec *spec, Op **issued)
{
	Sim *sim = call->sim;
	cudaError_t error = limit_queue(sim, spec);
	if (error)
		return error;
	stream_prune(spec->stream->gpu, call->thread->clock);
	gather_start(sim);
	gather_stream(sim, spec->stream);
	gather_op(sim, spec->after);
	for (int i = 0; i < 3; i++)
		if (spec->whole[i])
			gather_gpu(sim, spec->whole[i]);
	Op *op = sim->gather.failed ? NULL : op_create(call, spec);
	if (!op)
		return cudaErrorMemoryAllocation;
	op->id = sim->issued + 1;
	if (!initcheck(sim, op) || !depend_enter(sim, op)) {
		op_abandon(sim, op);
		return cudaErrorMemoryAllocation;
	}
	racecheck_birth(sim, op);
	sim->issued++;
	sim->staged += op->staged;
	op_schedule(call, spec, op);
	op_append(&sim->pending, op);
	op_replace(&spec->stream->tail, op);
	for (int i = 0; i < 3; i++)
		if (spec->whole[i])
			op_replace(&spec->whole[i]->barrier, op);
	trace_op(call, spec, op);
	protect_issued(sim, op);
	if (issued)
		*issued = op;
	return cudaSuccess;
}

static void list_forget(OpList *list)
{
	/* First what they hold: each one is still held by the list, so none goes too early. */
	for (Op *op = list->oldest; op; op = op->newer) {
		for (size_t i = 0; !op->settled && i < op->need_count; i++)
			op_release(op->needs[i]);
		for (size_t i = 0; i < op->dep_count; i++)
			op_release(op->deps[i].op);
		op->dep_count = 0;
		order_release(op);
		free(op->owned);
	}
}

static void list_release(OpList *list)
{
	for (Op *op = list->oldest, *newer; op; op = newer) {
		newer = op->newer;
		op->newer = op->older = NULL;
		op_release(op);
	}
	*list = (OpList){0};
}

void op_forget_all(Sim *sim)
{
	list_forget(&sim->pending);
	list_forget(&sim->idle);
	list_release(&sim->pending);
	list_release(&sim->idle);
}

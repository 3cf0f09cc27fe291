/* work.c - executing operations on demand.
 *
 * What somebody waits for is executed together with everything that it depends on and that is not
 * done yet, in the order of issue, in which no operation comes before one that it needs. The search
 * goes over a list instead of calling itself, so that a long queue is no deep recursion, and every
 * operation that it meets is executed at its end, so it meets each one once. */
#include <stdlib.h>

#include "core.h"

typedef cudaError_t (*Runner)(Sim *sim, Op *op);

static cudaError_t mark_run(Sim *sim, Op *op)
{
	(void)sim;
	(void)op;
	return cudaSuccess;
}

static const Runner runners[OP_KINDS] = {
	[OP_MARK] = mark_run,     [OP_COPY] = copy_run, [OP_FILL] = fill_run,
	[OP_LAUNCH] = launch_run, [OP_CALL] = call_run,
};

static void pending_remove(Sim *sim, Op *op)
{
	if (op->newer)
		op->newer->older = op->older;
	else
		sim->newest = op->older;
	if (op->older)
		op->older->newer = op->newer;
	else
		sim->oldest = op->newer;
	op->newer = op->older = NULL;
	sim->pending--;
}

static cudaError_t op_run(Sim *sim, Op *op)
{
	race_report(sim, op);
	cudaError_t error = runners[op->kind](sim, op);
	if (error)
		return error;
	op->done = true;
	pending_remove(sim, op);
	for (int i = 0; i < op->touches; i++)
		if (op->touch[i].alloc)
			memory_drop(op->touch[i].alloc);
	for (size_t i = 0; i < op->need_count; i++)
		op_release(op->needs[i]);
	free(op->owned);
	op->owned = NULL;
	op->touches = 0;
	op->need_count = 0;
	op_release(op);
	return cudaSuccess;
}

static int op_compare(const void *a, const void *b)
{
	const Op *x = *(Op *const *)a, *y = *(Op *const *)b;
	return (x->id > y->id) - (x->id < y->id);
}

/* Appends the operation to the work list if it is not done and not in it. */
static bool work_add(Sim *sim, Op *op, size_t *count)
{
	if (op->done || op->visit == sim->visits)
		return true;
	if (!array_reserve(&sim->work, &sim->work_room, *count + 1, sizeof(Op *)))
		return false;
	op->visit = sim->visits;
	sim->work[(*count)++] = op;
	return true;
}

cudaError_t work_run(Sim *sim)
{
	size_t count = 0;
	if (sim->gather.failed)
		return cudaErrorMemoryAllocation;
	sim->visits++;
	for (size_t i = 0; i < sim->gather.count; i++)
		if (!work_add(sim, sim->gather.op[i], &count))
			return cudaErrorMemoryAllocation;
	for (size_t next = 0; next < count; next++) {
		const Op *op = sim->work[next];
		for (size_t i = 0; i < op->need_count; i++)
			if (!work_add(sim, op->needs[i], &count))
				return cudaErrorMemoryAllocation;
	}
	if (count > 1)
		qsort(sim->work, count, sizeof(Op *), op_compare);
	for (size_t i = 0; i < count; i++) {
		cudaError_t error = op_run(sim, sim->work[i]);
		if (error)
			return error; /* the rest stays pending */
	}
	return cudaSuccess;
}

cudaError_t work_run_oldest(Sim *sim, size_t count)
{
	while (count-- > 0 && sim->oldest) {
		cudaError_t error = op_run(sim, sim->oldest);
		if (error)
			return error;
	}
	return cudaSuccess;
}

/* --- the host waits --------------------------------------------------------------------------- */

cudaError_t work_wait(Call *call)
{
	cudaError_t error = work_run(call->sim);
	if (!error && call->thread->clock < call->sim->gather.end)
		call->thread->clock = call->sim->gather.end;
	return error;
}

cudaError_t work_wait_op(Call *call, Op *op)
{
	gather_start(call->sim);
	gather_op(call->sim, op);
	return work_wait(call);
}

cudaError_t work_query(Call *call)
{
	if (call->sim->gather.end > call->thread->clock)
		return cudaErrorNotReady;
	return work_run(call->sim);
}

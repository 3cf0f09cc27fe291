/* work.c - settling what the host waits for, and running what somebody needs.
 *
 * What somebody waits for is settled together with everything that comes before it: from then on it
 * is in order before whatever the host does. What the host can see of it (copies to the host, host
 * functions, pinned memory) runs at once, after all that has to run before; the rest becomes idle
 * and runs when something that runs needs it, or when too much of it is there. */
#include <stdlib.h>

#include "framework/simcuda/core/core.h"

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

/* --- running ---------------------------------------------------------------------------------- */

/* Whether nothing has to be done for it any more. */
static bool is_over(const Op *op)
{
	return op->ran && (!op->dead || op->dep_count == 0);
}

static cudaError_t op_run(Sim *sim, Op *op)
{
	cudaError_t error = cudaSuccess;
	if (op->eager && sim->closed_ranges > 0)
		protect_lift(sim);
	if (!op->ran)
		error = runners[op->kind](sim, op);
	if (!error)
		depend_ran(sim, op);
	return error;
}

static bool step_push(Sim *sim, Op *op)
{
	struct WorkStack *stack = &sim->stack;
	if (!array_reserve(&stack->step, &stack->room, stack->count + 1, sizeof(*stack->step)))
		return false;
	stack->step[stack->count++] = (struct WorkStep){op, 0};
	return true;
}

/* Goes over a stack instead of calling itself, so that a long queue is no deep recursion. */
cudaError_t work_execute(Sim *sim, Op *op)
{
	struct WorkStack *stack = &sim->stack;
	stack->count = 0;
	if (is_over(op))
		return cudaSuccess;
	if (!step_push(sim, op))
		return cudaErrorMemoryAllocation;
	while (stack->count > 0) {
		struct WorkStep *top = &stack->step[stack->count - 1];
		Op *next = NULL;
		while (!next && top->next < top->op->dep_count) {
			Op *before = top->op->deps[top->next++].op;
			next = is_over(before) ? NULL : before;
		}
		if (next) {
			if (!step_push(sim, next))
				return cudaErrorMemoryAllocation;
			continue;
		}
		stack->count--;
		cudaError_t error = op_run(sim, top->op);
		if (error)
			return error; /* the rest stays */
	}
	return cudaSuccess;
}

/* --- settling --------------------------------------------------------------------------------- */

static int op_compare(const void *a, const void *b)
{
	const Op *x = *(Op *const *)a, *y = *(Op *const *)b;
	return (x->id > y->id) - (x->id < y->id);
}

/* Appends the operation to the work list if it is not settled and not in it. */
static bool work_add(Sim *sim, Op *op)
{
	struct WorkList *work = &sim->work;
	if (op->settled || op->visit == sim->visits)
		return true;
	if (!array_reserve(&work->op, &work->room, work->count + 1, sizeof(Op *)))
		return false;
	op->visit = sim->visits;
	work->op[work->count++] = op;
	return true;
}

static void settle(Sim *sim, Op *op)
{
	op->settled = true;
	managed_note(sim, op);
	op_remove(&sim->pending, op);
	for (size_t i = 0; i < op->need_count; i++)
		op_release(op->needs[i]);
	op->need_count = 0;
	order_release(op);
	if (op->ran) {
		depend_settled(sim, op);
		op_release(op);
	} else {
		op_append(&sim->idle, op);
		depend_settled(sim, op);
	}
}

static bool is_ready(const Op *op)
{
	for (size_t i = 0; i < op->dep_count; i++)
		if (!is_over(op->deps[i].op))
			return false;
	return true;
}

/* Whether a settled operation is run at once: when the host sees it, and when nothing has to run
 * before it and it costs little, or holds bytes of the host. A copy from the host that would have
 * others run first, because it overwrites what they read, is captured instead. */
static bool is_worth_running(Sim *sim, Op *op, bool calls)
{
	if (op->ran)
		return false;
	if (calls && op->managed)
		return true;
	bool ready = is_ready(op);
	if (op->eager)
		return ready || !copy_capture(sim, op);
	return ready && (op->cheap || op->staged);
}

/* What could not run when it was settled, for want of memory, is tried again. */
static cudaError_t work_retry(Sim *sim)
{
	cudaError_t error = cudaSuccess;
	for (Op *op = sim->idle.oldest; sim->failed && op && !error;) {
		error = op->eager ? work_execute(sim, op) : cudaSuccess;
		op = op->eager ? sim->idle.oldest : op->newer;
	}
	sim->failed = error;
	return error;
}

/* The operations of the work list, with all that comes before each of them. */
static cudaError_t work_settle(Sim *sim)
{
	struct WorkList *work = &sim->work;
	bool calls = false; /* host functions: they may touch managed memory, which cannot wait */
	cudaError_t error = work_retry(sim);
	for (size_t i = 0; i < work->count; i++)
		calls |= work->op[i]->kind == OP_CALL;
	if (!error && calls)
		error = managed_finish(sim);
	if (error)
		return error;
	if (work->count > 0 && sim->closed_ranges > 0)
		protect_lift(sim); /* some of it may be free to use now */
	if (work->count > 1)
		qsort(work->op, work->count, sizeof(Op *), op_compare);
	for (size_t i = 0; i < work->count; i++)
		if (work->op[i]->kind == OP_CALL)
			watch_collect(sim, work->op[i]);
	for (size_t i = 0; i < work->count; i++) {
		op_retain(work->op[i]);
		settle(sim, work->op[i]);
	}
	for (size_t i = 0; i < work->count; i++) {
		if (!error && is_worth_running(sim, work->op[i], calls))
			error = work_execute(sim, work->op[i]);
		op_release(work->op[i]);
	}
	sim->failed = error;
	work->count = 0;
	while (!error && sim->idle.count > SIM_MAX_IDLE)
		error = work_execute(sim, sim->idle.oldest);
	return error;
}

cudaError_t work_run(Sim *sim)
{
	struct WorkList *work = &sim->work;
	if (sim->gather.failed)
		return cudaErrorMemoryAllocation;
	work->count = 0;
	sim->visits++;
	for (size_t i = 0; i < sim->gather.count; i++)
		if (!work_add(sim, sim->gather.op[i]))
			return cudaErrorMemoryAllocation;
	for (size_t next = 0; next < work->count; next++) {
		const Op *op = work->op[next];
		for (size_t i = 0; i < op->need_count; i++)
			if (!work_add(sim, op->needs[i]))
				return cudaErrorMemoryAllocation;
	}
	return work_settle(sim);
}

cudaError_t work_settle_oldest(Sim *sim, size_t count)
{
	sim->work.count = 0;
	sim->visits++;
	for (Op *op = sim->pending.oldest; op && count-- > 0; op = op->newer)
		if (!work_add(sim, op))
			return cudaErrorMemoryAllocation;
	return work_settle(sim);
}

cudaError_t work_produce(Sim *sim, const Region *region, const SimRange *range, bool queued)
{
	for (Access *access = region->writers; access;) {
		Op *op = access->op;
		bool needed =
			(op->settled || queued) && !op->ran && ranges_meet(&access->range, range);
		cudaError_t error = needed ? work_execute(sim, op) : cudaSuccess;
		if (error)
			return error;
		access = needed ? region->writers : access->next; /* the list has changed */
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

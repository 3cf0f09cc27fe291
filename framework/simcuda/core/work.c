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

/* Whether the program sees by its own memory that it has run. */
static bool is_seen(const Op *op)
{
	bool seen = op->kind == OP_CALL;
	for (int i = 0; i < op->accesses && !seen; i++)
		seen = !op->access[i].alloc && op->access[i].range.width > 0 &&
		       op->access[i].range.access & SIM_WRITE;
	return seen;
}

static cudaError_t op_run(Sim *sim, Op *op)
{
	cudaError_t error = cudaSuccess;
	sim->seen |= !op->ran && is_seen(op);
	if (op->eager && sim->closed_ranges > 0)
		protect_lift(sim);
	const bool writes = !op->ran && op->eager && sim->launched.kept;
	if (writes)
		host_writes(sim, op, false);
	if (!op->ran)
		error = runners[op->kind](sim, op);
	if (writes)
		host_writes(sim, op, true);
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

/* A mark is no work, and a copy within the host's memory none of a GPU. */
static bool is_work(const Op *op)
{
	bool on_gpu = op->kind != OP_COPY;
	for (int i = 0; i < op->accesses; i++)
		on_gpu |= op->access[i].alloc != NULL;
	return op->kind != OP_MARK && on_gpu;
}

/* Bit i: it works in memory of GPU i. */
static uint64_t gpus_of(const Op *op)
{
	uint64_t gpus = 0;
	for (int i = 0; i < op->accesses; i++)
		if (op->access[i].alloc && op->access[i].alloc->gpu->index < 64)
			gpus |= (uint64_t)1 << op->access[i].alloc->gpu->index;
	return gpus;
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
	sim->settled_work |= is_work(op);
	sim->settled_on |= is_work(op) ? gpus_of(op) : 0;
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

static int64_t latest_end(const struct WorkList *work, int64_t latest)
{
	for (size_t i = 0; i < work->count; i++)
		if (work->op[i]->end > latest)
			latest = work->op[i]->end;
	return latest;
}

/* Whether a function in front of that operation has slept so long that the host cannot be told yet. */
static bool is_late(const Sim *sim, size_t from)
{
	bool late = false;
	for (size_t i = from; from > 0 && sim->gather.until > 0 && i < sim->work.count && !late;
	     i++)
		late = sim->work.op[i]->end > sim->gather.until;
	return late;
}

/* Settles the work list from there, and runs what is to run at once, up to the next host function: it may sleep, and what
 * stands behind it has to be pending then. Returns where the rest begins. */
static size_t part_settle(Sim *sim, size_t from, bool calls, cudaError_t *error)
{
	const struct WorkList *work = &sim->work;
	size_t to = from;
	while (to < work->count && work->op[to]->kind != OP_CALL)
		to++;
	to += to < work->count;
	for (size_t i = from; i < to; i++)
		settle(sim, work->op[i]);
	for (size_t i = from; i < to; i++)
		if (!*error && is_worth_running(sim, work->op[i], calls))
			*error = work_execute(sim, work->op[i]);
	return to;
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
	for (size_t i = 0; i < work->count; i++) {
		op_retain(work->op[i]);
		if (work->op[i]->kind == OP_CALL)
			watch_collect(sim, work->op[i]);
	}
	for (size_t from = 0; from < work->count && !is_late(sim, from);)
		from = part_settle(sim, from, calls, &error);
	sim->gather.end = latest_end(work, sim->gather.end);
	for (size_t i = 0; i < work->count; i++)
		op_release(work->op[i]);
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

/* On hardware the host waits, too, when the queue is full. The program has not asked for it, so it is no wait of its
 * own; but from then on the host counts as told of that work, so a judge believes nothing behind it. */
cudaError_t work_settle_oldest(Sim *sim, size_t count)
{
	sim->counters.full_queues++;
	sim->gather.until = 0;
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

void work_waited(Sim *sim)
{
	sim->counters.synchronizes++;
}

/* Settles what has been gathered. Whether the host learns by it that work is over: then it has waited,
 * whatever it called, and however the time passed. */
static bool run_tells(Sim *sim, cudaError_t *error)
{
	sim->settled_work = false;
	sim->settled_on = 0;
	*error = work_run(sim);
	sim->launched.beside = false;
	sim->launched.beside_on &= ~sim->settled_on;
	return sim->settled_work;
}

/* `own`: ns at the end of it in which the host works itself. `always`: it counts with nothing to wait for. */
static cudaError_t host_waits(Call *call, int64_t own, bool always)
{
	cudaError_t error;
	bool tells = run_tells(call->sim, &error);
	int64_t end = call->sim->gather.end; /* host functions may have slept */
	bool later = call->thread->clock < end - own;
	if (tells || later || always)
		work_waited(call->sim);
	if (!error && call->thread->clock < end)
		call->thread->clock = end;
	return error;
}

cudaError_t work_wait(Call *call)
{
	return host_waits(call, 0, false);
}

cudaError_t work_synchronize(Call *call)
{
	if (call->gpu &&
	    call->gpu->index < 64) /* whether or not anything there is left to wait for */
		call->sim->launched.beside_on &= ~((uint64_t)1 << call->gpu->index);
	return host_waits(call, 0, true);
}

/* A wait by a call that is there for something else. */
static cudaError_t host_waits_beside(Call *call, int64_t own)
{
	Sim *sim = call->sim;
	bool before = sim->launched.beside;
	uint64_t before_on = sim->launched.beside_on;
	cudaError_t error = host_waits(call, own, false);
	sim->launched.beside = before || sim->settled_work;
	sim->launched.beside_on = before_on | sim->settled_on;
	return error;
}

cudaError_t work_wait_beside(Call *call)
{
	return host_waits_beside(call, 0);
}

static void gather_one(Sim *sim, Op *op)
{
	gather_start(sim);
	gather_op(sim, op);
}

cudaError_t work_wait_op(Call *call, Op *op)
{
	gather_one(call->sim, op);
	return host_waits(call, 0, false);
}

cudaError_t work_wait_own(Call *call, Op *op)
{
	gather_one(call->sim, op);
	return host_waits_beside(call, op->end - op->start);
}

cudaError_t work_query(Call *call)
{
	cudaError_t error = cudaErrorNotReady;
	Gather *gather = &call->sim->gather;
	const int64_t now = call->thread->clock;
	bool over = gather->end <= now;
	gather->until = now;
	if (!over || run_tells(call->sim, &error))
		work_waited(call->sim);
	gather->until = 0;
	return error || gather->end <= now ? error : cudaErrorNotReady;
}

bool work_is_under_way(const Sim *sim, int64_t now)
{
	for (const Op *op = sim->pending.newest; op; op = op->older)
		if (op->end > now && is_work(op))
			return true;
	return false;
}

uint64_t sim_unsettled(const Sim *sim)
{
	uint64_t gpus = 0;
	for (const Op *op = sim->pending.newest; op; op = op->older)
		gpus |= op->kind != OP_MARK ? gpus_of(op) : 0;
	return gpus;
}

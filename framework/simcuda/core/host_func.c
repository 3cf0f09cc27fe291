/* host_func.c - functions of the host in a stream.
 *
 * They run when the host waits for them. A program may also wait for what they do by means that are
 * not CUDA's, such as a semaphore; then whoever sees it wait, or sees time pass, asks for the next
 * of them (call_next). What comes before it is settled: the program can tell by what the function
 * did that it is over.
 *
 * How long one sleeps is known when it has run. Then it ends so much later, and what stands behind it
 * begins later: that is still pending, as nobody has been told of it. */
#include "framework/simcuda/core/core.h"

cudaError_t call_issue(Call *call)
{
	const SimRequest *request = call->request;
	OpSpec spec = {.kind = OP_CALL,
		       .function = request->u.function.function,
		       .argument = request->u.function.argument,
		       .duration = time_ceil(call->sim->machine.call_time)};
	if (!spec.function)
		return cudaErrorInvalidValue;
	cudaError_t error = stream_find(call, request->u.function.stream, call->gpu, &spec.stream);
	if (!error)
		error = op_issue(call, &spec, NULL);
	if (!error)
		call->sim->calls++;
	return error;
}

/* Where a GPU's engine has its place among all of them. */
static int64_t *turn_of(const Sim *sim, int64_t (*turn)[ENGINES], const int64_t *engine)
{
	for (int i = 0; engine && i < sim->machine.gpus; i++)
		for (int e = 0; e < ENGINES; e++)
			if (engine == &sim->gpu[i].engine[e])
				return &turn[i][e];
	return NULL;
}

/* Moves the operation behind all that it waits for; `turn` says until when those before it occupy the engines. */
static void op_move(const Sim *sim, Op *op, int64_t (*turn)[ENGINES])
{
	int64_t from = op->start, *own[2];
	for (size_t i = 0; i < op->need_count; i++)
		if (from < op->needs[i]->end)
			from = op->needs[i]->end;
	for (int i = 0; i < 2; i++) {
		own[i] = turn_of(sim, turn, op->engine[i]);
		if (own[i] && from < *own[i])
			from = *own[i];
	}
	op->end = time_add(op->end, from - op->start);
	op->start = from;
	for (int i = 0; i < 2; i++)
		if (own[i])
			*own[i] = op->end;
	for (int i = 0; i < 2; i++)
		if (op->engine[i] && *op->engine[i] < op->end)
			*op->engine[i] = op->end;
}

static void call_slept(Sim *sim, Op *function)
{
	int64_t turn[MACHINE_MAX_GPUS][ENGINES] = {{0}};
	function->end = time_add(function->end, sim->slept);
	for (Op *op = sim->pending.oldest; op; op = op->newer)
		if (op->id > function->id)
			op_move(sim, op, turn);
}

cudaError_t call_run(Sim *sim, Op *op)
{
	sim->calls--;
	managed_lift(sim);
	watch_close(sim, op);
	sim->calling = true; /* it may make no CUDA calls */
	sim->slept = 0;
	sim->calls_run++;
	sim->host.call(sim->host.context, op->function, op->argument);
	sim->calling = false;
	if (sim->slept > 0)
		call_slept(sim, op);
	return cudaSuccess;
}

static Op *call_first(const Sim *sim)
{
	Op *first = NULL;
	for (Op *op = sim->calls ? sim->pending.oldest : NULL; op; op = op->newer)
		if (op->kind == OP_CALL && !op->ran && (!first || op->end < first->end))
			first = op;
	return first;
}

bool call_is_due(const Sim *sim, const Thread *thread)
{
	const Op *first = call_first(sim);
	return first && first->end <= thread->clock;
}

cudaError_t call_next(Call *call)
{
	Op *first = call_first(call->sim);
	/* not whether it is due: that would be a question whether work is over */
	if (call->request->u.next.ask) {
		call->reply->value[0] = first != NULL;
		return cudaSuccess;
	}
	if (!first || (call->request->u.next.due && first->end > call->thread->clock))
		return cudaSuccess;
	call->reply->value[0] = 1;
	const int64_t now = call->thread->clock;
	cudaError_t error = work_wait_op(call, first);
	if (call->request->u.next.due) {
		call->thread->clock = now; /* who only watches the time does not sleep with it */
		timing_watched(call->thread);
	}
	return error;
}

/* host_func.c - functions of the host in a stream.
 *
 * They run when the host waits for them. A program may also wait for what they do by means that are
 * not CUDA's, such as a semaphore; then whoever sees it wait, or sees time pass, asks for the next
 * of them (call_next). What comes before it is settled: the program can tell by what the function
 * did that it is over. */
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

cudaError_t call_run(Sim *sim, Op *op)
{
	sim->calls--;
	managed_lift(sim);
	watch_close(sim, op);
	sim->calling = true; /* it may make no CUDA calls */
	sim->host.call(sim->host.context, op->function, op->argument);
	sim->calling = false;
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
	if (!first || (call->request->u.next.due && first->end > call->thread->clock))
		return cudaSuccess;
	call->reply->value[0] = 1;
	if (call->request->u.next.ask)
		return cudaSuccess;
	cudaError_t error = work_wait_op(call, first);
	if (call->request->u.next.due)
		timing_watched(call->thread);
	return error;
}

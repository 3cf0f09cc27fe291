/* sim.c - making a machine, and answering requests by a table with a row for each of them.
 *
 * A row says which handler answers, what the call costs the host before it does anything, what it
 * costs afterwards, and what has to hold: whether it is a call of the program that is counted,
 * whether there must be a GPU, and whether the current GPU's sticky error comes first. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/ptx_launch.h"
#include "framework/simcuda/core/sim_judge.h"

enum {
	CALL = 1,    /* counted as a call */
	GPU = 2,     /* cudaErrorNoDevice without one */
	CONTEXT = 4, /* uses the current GPU: a sticky error of it is the answer */
	AFTER = 8,   /* the cost is paid when the wait is over */
	WAITS = 16,  /* for work: then pools give back what they need not keep */
};

#define COST(field) offsetof(SimMachine, field)

/* --- requests that belong nowhere else -------------------------------------------------------- */

static void clock_add(Thread *thread, int64_t nanoseconds)
{
	thread->clock = time_add(thread->clock, nanoseconds);
}

static cudaError_t host_work(Call *call)
{
	clock_add(call->thread, machine_host_time(&call->sim->machine, call->request->u.work.flops,
						  call->request->u.work.bytes));
	return cudaSuccess;
}

static cudaError_t clock_read(Call *call)
{
	timing_read(call);
	launch_log_read(call);
	call->reply->value[0] = (uint64_t)call->thread->clock;
	call->reply->value[1] = call_is_due(call->sim, call->thread);
	if (call->reply->value[1]) /* which tells that what stands before the function is over */
		work_waited(call->sim);
	return cudaSuccess;
}

static cudaError_t thread_end(Call *call)
{
	for (int i = 0; i < call->sim->machine.gpus; i++) {
		stream_end_thread(&call->sim->gpu[i], call->request->thread);
		stream_prune(&call->sim->gpu[i], call->thread->clock);
	}
	timing_finish(call->sim, call->thread);
	call->thread->ended = true;
	return cudaSuccess;
}

static cudaError_t program_finish(Call *call)
{
	for (int i = 0; i < call->sim->machine.gpus; i++) {
		leak_report(call->sim, &call->sim->gpu[i]);
		if (call->request->u.finish.again)
			memory_again(&call->sim->gpu[i]);
	}
	host_leak_report(call->sim, -1);
	handle_leak_report(call->sim);
	for (int i = 0; i < call->sim->threads; i++)
		timing_finish(call->sim, &call->sim->thread[i]);
	return cudaSuccess;
}

static cudaError_t clock_move(Call *call)
{
	Thread *thread = call->thread;
	int64_t before = thread->clock;
	if (call->request->u.clock.by > 0)
		clock_add(thread, call->request->u.clock.by);
	if (thread->clock < call->request->u.clock.to)
		thread->clock = call->request->u.clock.to;
	if (thread->clock > before && work_is_under_way(call->sim, before))
		work_waited(call->sim); /* who sleeps meanwhile does not need to ask */
	call->reply->value[0] = (uint64_t)thread->clock;
	return cudaSuccess;
}

static cudaError_t thread_start(Call *call)
{
	int64_t to = call->request->u.clock.to;
	call->thread->clock = to > 0 ? to : 0;
	return cudaSuccess;
}

static const struct Row {
	cudaError_t (*handle)(Call *call);
	size_t cost; /* where in SimMachine; 0: none */
	unsigned rules;
} rows[SIM_CODES] = {
	[SIM_SET_DEVICE] = {device_set, COST(call_time), CALL | GPU},
	[SIM_GET_DEVICE] = {device_get, COST(call_time), CALL | GPU},
	[SIM_RESET_DEVICE] = {device_reset, COST(sync_time), CALL | GPU | CONTEXT | AFTER},
	[SIM_SYNC_DEVICE] = {device_sync, COST(sync_time), CALL | GPU | CONTEXT | AFTER | WAITS},
	[SIM_MEMORY_INFO] = {device_memory, COST(call_time), CALL | GPU | CONTEXT},
	[SIM_CAN_ACCESS_PEER] = {peer_can_access, COST(call_time), CALL | GPU},
	[SIM_ENABLE_PEER] = {peer_enable, COST(call_time), CALL | GPU | CONTEXT},
	[SIM_DISABLE_PEER] = {peer_disable, COST(call_time), CALL | GPU | CONTEXT},
	[SIM_MALLOC] = {memory_malloc, COST(malloc_time), CALL | GPU | CONTEXT},
	[SIM_FREE] = {memory_free, COST(free_time), CALL | GPU | CONTEXT},
	[SIM_HOST_ALLOC] = {host_alloc, COST(host_alloc_time), CALL | GPU | CONTEXT},
	[SIM_HOST_TOUCH] = {protect_touch, 0, GPU},
	[SIM_HOST_FREE] = {host_free, COST(call_time), CALL | GPU},
	[SIM_MANAGED_MOVE] = {managed_move, COST(copy_call_time), CALL | GPU | CONTEXT},
	[SIM_MANAGED_ATTACH] = {managed_attach, COST(call_time), CALL | GPU | CONTEXT},
	[SIM_POOL_CREATE] = {pool_create, COST(call_time), CALL | GPU},
	[SIM_POOL_DESTROY] = {pool_destroy, COST(call_time), CALL | GPU},
	[SIM_POOL_FIND] = {pool_of_device, COST(call_time), CALL | GPU},
	[SIM_POOL_CHOOSE] = {pool_choose, COST(call_time), CALL | GPU},
	[SIM_POOL_GET] = {pool_get, COST(call_time), CALL | GPU},
	[SIM_POOL_SET] = {pool_set, COST(call_time), CALL | GPU},
	[SIM_POINTER] = {memory_pointer, COST(call_time), CALL | GPU},
	[SIM_COPY] = {copy_issue, COST(copy_call_time), CALL | GPU | CONTEXT},
	[SIM_MEMSET] = {fill_issue, COST(copy_call_time), CALL | GPU | CONTEXT},
	[SIM_LAUNCH] = {launch_issue, COST(launch_time), CALL | GPU | CONTEXT},
	[SIM_FETCH] = {memory_fetch, 0, GPU | CONTEXT},
	[SIM_HOST_FUNCTION] = {call_issue, COST(launch_time), CALL | GPU | CONTEXT},
	[SIM_STREAM_CREATE] = {stream_create, COST(call_time), CALL | GPU | CONTEXT},
	[SIM_STREAM_DESTROY] = {stream_destroy, COST(call_time), CALL | GPU | CONTEXT},
	[SIM_STREAM_SYNC] = {stream_sync, COST(sync_time), CALL | GPU | CONTEXT | AFTER | WAITS},
	[SIM_STREAM_QUERY] = {stream_query, COST(event_time), CALL | GPU | CONTEXT},
	[SIM_STREAM_WAIT] = {stream_wait, COST(event_time), CALL | GPU | CONTEXT},
	[SIM_STREAM_INFO] = {stream_info, COST(call_time), CALL | GPU},
	[SIM_EVENT_CREATE] = {event_create, COST(call_time), CALL | GPU | CONTEXT},
	[SIM_EVENT_DESTROY] = {event_destroy, COST(call_time), CALL | GPU | CONTEXT},
	[SIM_EVENT_RECORD] = {event_record, COST(event_time), CALL | GPU | CONTEXT},
	[SIM_EVENT_SYNC] = {event_sync, COST(sync_time), CALL | GPU | CONTEXT | AFTER | WAITS},
	[SIM_EVENT_QUERY] = {event_query, COST(event_time), CALL | GPU | CONTEXT},
	[SIM_EVENT_ELAPSED] = {event_elapsed, COST(call_time), CALL | GPU | CONTEXT},
	[SIM_HOST_WORK] = {host_work, 0, 0},
	[SIM_CALL_NEXT] = {call_next, 0, 0},
	[SIM_CLOCK] = {clock_read, COST(clock_time), 0},
	[SIM_CLOCK_MOVE] = {clock_move, 0, 0},
	[SIM_THREAD_START] = {thread_start, 0, 0},
	[SIM_THREAD_END] = {thread_end, 0, 0},
	[SIM_FINISH] = {program_finish, 0, 0},
	[SIM_BLAS_UNREADY] = {blas_unready, 0, GPU},
	[SIM_IMAGE] = {ptx_image, 0, GPU | CONTEXT},
	[SIM_PLACE] = {ptx_place, 0, GPU | CONTEXT},
	[SIM_PRINTED] = {printed_fetch, 0, GPU},
};

/* --- making and freeing ----------------------------------------------------------------------- */

Sim *sim_create(const SimMachine *machine, const SimHost *host, const uint64_t *device_base)
{
	if (machine->gpus < 0 || machine->gpus > MACHINE_MAX_GPUS)
		return NULL;
	size_t gpus = (size_t)machine->gpus;
	Sim *sim = calloc(1, sizeof(*sim));
	if (!sim)
		return NULL;
	sim->machine = *machine;
	sim->host = *host;
	sim->streams.tag = 0x51;
	sim->events.tag = 0x52;
	sim->pools.tag = 0x53;
	sim->gpu = calloc(gpus ? gpus : 1, sizeof(*sim->gpu));
	sim->peer = calloc(gpus ? gpus : 1, gpus ? gpus : 1);
	sim->finding = malloc(SIM_FINDING_ROOM * sizeof(*sim->finding)); /* few are ever touched */
	bool good = sim->gpu && sim->peer && sim->finding;
	for (size_t i = 0; good && i < gpus; i++) {
		Gpu *gpu = &sim->gpu[i];
		gpu->index = (int)i;
		gpu->legacy.gpu = gpu;
		gpu->legacy.serial = ++sim->streams_made;
		gpu->legacy.thread = -1;
		memory_init(sim, gpu, device_base[i]);
		good = !pool_init(sim, gpu);
	}
	if (good)
		return sim;
	sim_free(sim);
	return NULL;
}

void sim_free(Sim *sim)
{
	if (!sim)
		return;
	for (int i = 0; i < sim->threads; i++)
		timing_forget(&sim->thread[i]);
	op_replace(&sim->to_protect, NULL);
	op_forget_all(sim);
	for (int i = 0; sim->gpu && i < sim->machine.gpus; i++) {
		event_release_all(sim, &sim->gpu[i]);
		stream_release_all(sim, &sim->gpu[i]);
		memory_release(&sim->gpu[i]);
		pool_reset(sim, &sim->gpu[i]);
	}
	handles_release(&sim->streams);
	handles_release(&sim->events);
	handles_release(&sim->pools);
	host_release_all(sim);
	free(sim->gather.op);
	free(sim->work.op);
	free(sim->dying.op);
	free(sim->search.op);
	free(sim->stack.step);
	free(sim->deps.dep);
	free(sim->watches.watch);
	free(sim->thread);
	free(sim->finding);
	free(sim->mark);
	free(sim->kernel);
	free(sim->launched.list);
	free(sim->notes.list);
	free(sim->dye);
	ptx_marks_free(sim);
	free(sim->printed.bytes);
	trace_free(sim->trace);
	free(sim->peer);
	free(sim->gpu);
	free(sim);
}

/* --- answering -------------------------------------------------------------------------------- */

static int64_t latest_clock(const Sim *sim)
{
	int64_t latest = 0;
	for (int i = 0; i < sim->threads; i++)
		if (sim->thread[i].clock > latest)
			latest = sim->thread[i].clock;
	return latest;
}

/* A thread comes into being with its first request, no earlier than anything that happened. */
static Thread *thread_find(Sim *sim, int index)
{
	if (index < 0 || index >= SIM_MAX_THREADS)
		return NULL;
	if (index >= sim->threads) {
		Thread *grown = realloc(sim->thread, ((size_t)index + 1) * sizeof(*grown));
		if (!grown)
			return NULL;
		sim->thread = grown;
		int64_t latest = latest_clock(sim);
		for (; sim->threads <= index; sim->threads++)
			grown[sim->threads] =
				(Thread){.clock = latest, .number = sim->threads_made++};
	}
	if (sim->thread[index].ended)
		sim->thread[index] =
			(Thread){.clock = latest_clock(sim), .number = sim->threads_made++};
	return &sim->thread[index];
}

/* Whether memory from a pool has to be asked for at the GPU. */
static bool asks_gpu(const Sim *sim, const Gpu *gpu, const SimRequest *request)
{
	const Pool *pool = request->code == SIM_MALLOC && gpu
				   ? pool_find(sim, request->u.malloc.pool, gpu)
				   : NULL;
	return pool && pool_grows(pool, request->u.malloc.bytes);
}

static int64_t row_cost(const Sim *sim, const struct Row *row, const Gpu *gpu,
			const SimRequest *request)
{
	bool ordered = (request->code == SIM_MALLOC && request->u.malloc.ordered) ||
		       (request->code == SIM_FREE && request->u.free.ordered);
	bool managed = (request->code == SIM_HOST_ALLOC || request->code == SIM_HOST_FREE) &&
		       request->u.host.kind == SIM_HOST_MANAGED;
	size_t offset = row->cost;
	double cost;
	if (ordered && !asks_gpu(sim, gpu, request)) /* the pool has it */
		offset = COST(call_time);
	else if (managed) /* as device memory: no page is pinned */
		offset = request->code == SIM_HOST_ALLOC ? COST(malloc_time) : COST(free_time);
	if (!offset || request->internal)
		return 0;
	memcpy(&cost, (const char *)&sim->machine + offset, sizeof(cost));
	return time_ceil(cost);
}

void sim_call(Sim *sim, const SimRequest *request, SimReply *reply)
{
	*reply = (SimReply){.error = cudaErrorInvalidValue};
	if ((unsigned)request->code >= SIM_CODES)
		return;
	if (sim->calling) {
		reply->error = cudaErrorNotPermitted;
		return;
	}
	if (request->code != SIM_HOST_TOUCH)
		watch_forget(sim);
	const struct Row *row = &rows[request->code];
	Thread *thread = thread_find(sim, request->thread);
	if (!thread) {
		reply->error = cudaErrorMemoryAllocation;
		return;
	}
	int64_t before = thread->clock;
	bool any = sim->machine.gpus > 0;
	Call call = {sim, thread, any ? &sim->gpu[thread->device] : NULL, request, reply};
	cudaError_t fault = any ? call.gpu->fault : cudaSuccess;
	if (row->rules & CALL && !request->internal)
		sim->counters.api_calls++;
	int64_t cost = row_cost(sim, row, call.gpu, request);
	if (!(row->rules & AFTER))
		clock_add(thread, cost);
	if (row->rules & GPU && !any)
		reply->error = cudaErrorNoDevice;
	else if (row->rules & CONTEXT && fault)
		reply->error = fault;
	else
		reply->error = row->handle(&call);
	if (row->rules & CONTEXT && any && request->code != SIM_RESET_DEVICE)
		call.gpu->attached = true;
	thread->synced = request->code == SIM_SYNC_DEVICE;
	if (row->rules & AFTER)
		clock_add(thread, cost);
	if (row->rules & WAITS && any)
		pools_shrink(sim, call.gpu);
	if (sim->to_protect || sim->protect_due)
		protect_apply(sim);
	if (sim->managed_due)
		managed_apply(sim);
	if (sim->trace && request->internal != SIM_OWN_READ)
		trace_call(&call, before, cost);
}

void sim_failed(Sim *sim)
{
	sim->counters.failed++;
}

void sim_counters(const Sim *sim, int thread, SimcudaCounters *counters)
{
	bool known = thread >= 0 && thread < sim->threads;
	*counters = sim->counters;
	counters->host_ns = known ? sim->thread[thread].clock : 0;
	counters->device = known ? sim->thread[thread].device : 0;
	counters->peers = peer_mask(sim);
	/* each GPU has a pool of its own */
	counters->handles = handles_live(&sim->streams) + handles_live(&sim->events) +
			    handles_live(&sim->pools) - (size_t)sim->machine.gpus;
	counters->working = sim_working(sim, counters->host_ns);
	counters->unsettled = sim_unsettled(sim);
	counters->over_ns = sim_over(sim);
	counters->beside = sim->launched.beside;
	counters->beside_on = sim->launched.beside_on;
}

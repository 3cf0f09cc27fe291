/* trace.c - what happened on the machine: one record for each request and each operation.
 *
 * All times are known when an operation is issued, so its record is complete at once. Which number
 * a request gets is known before it is answered, because requests are answered one by one. */
#include "framework/simcuda/core/trace.h"

#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/core.h"

_Static_assert((int)ENGINES == (int)SIM_ENGINES && (int)ENGINE_IN == (int)SIM_ENGINE_IN &&
		       (int)ENGINE_OUT == (int)SIM_ENGINE_OUT,
	       "the public engines are the core's");

struct Trace {
	SimTraceRecord *record;
	size_t count, room, limit;
	uint64_t lost;
	uint64_t calls;     /* answered so far */
	const char *issued; /* the name of the last operation of the call in progress; NULL: none */
	uint64_t *in_use;   /* memory of each GPU, as last recorded */
};

/* Of allocations, in whole pages. */
static uint64_t memory_in_use(const Sim *sim, int gpu)
{
	return machine_gpu_memory(&sim->machine, gpu) - sim->machine.context_bytes -
	       memory_free_bytes(sim, &sim->gpu[gpu]);
}

int sim_trace_start(Sim *sim, size_t limit)
{
	size_t gpus = (size_t)sim->machine.gpus;
	if (sim->trace)
		return -1;
	Trace *trace = calloc(1, sizeof(*trace));
	uint64_t *in_use = calloc(gpus ? gpus : 1, sizeof(*in_use));
	if (!trace || !in_use) {
		free(trace);
		free(in_use);
		return -1;
	}
	for (size_t i = 0; i < gpus; i++)
		in_use[i] = memory_in_use(sim, (int)i);
	trace->limit = limit;
	trace->in_use = in_use;
	sim->trace = trace;
	return 0;
}

size_t sim_trace(const Sim *sim, const SimTraceRecord **records)
{
	*records = sim->trace ? sim->trace->record : NULL;
	return sim->trace ? sim->trace->count : 0;
}

void sim_trace_drop(Sim *sim)
{
	if (sim->trace)
		sim->trace->count = 0;
}

uint64_t sim_trace_lost(const Sim *sim)
{
	return sim->trace ? sim->trace->lost : 0;
}

void trace_free(Trace *trace)
{
	if (!trace)
		return;
	free(trace->record);
	free(trace->in_use);
	free(trace);
}

static void record_add(Trace *trace, const SimTraceRecord *record)
{
	if (trace->count >= trace->limit ||
	    !array_reserve(&trace->record, &trace->room, trace->count + 1, sizeof(*record))) {
		trace->lost++;
		free(record->profile);
	} else {
		trace->record[trace->count++] = *record;
	}
}

static SimTraceRecord record_start(const Call *call, SimTraceKind kind)
{
	const SimRequest *request = call->request;
	return (SimTraceRecord){.kind = kind,
				.code = request->code,
				.call = call->sim->trace->calls + 1,
				.thread = call->thread->number,
				.internal = request->internal || request->continued,
				.site = request->site};
}

/* --- operations ------------------------------------------------------------------------------- */

static void engines_note(const Sim *sim, const OpSpec *spec, SimTraceRecord *record)
{
	for (int i = 0; i < 2; i++)
		for (int g = 0; spec->engine[i] && g < sim->machine.gpus; g++)
			for (int e = 0; e < ENGINES; e++) {
				if (spec->engine[i] != &sim->gpu[g].engine[e])
					continue;
				record->on[record->engines].gpu = g;
				record->on[record->engines++].engine = (SimEngine)e;
			}
}

static int access_place(const Access *access)
{
	return access->alloc ? access->alloc->gpu->index : SIM_TRACE_HOST;
}

static void copy_note(const Sim *sim, const OpSpec *spec, SimTraceRecord *record)
{
	record->to = access_place(&spec->access[0]);
	record->from = access_place(&spec->access[1]);
	const SimRange *host = record->to == SIM_TRACE_HOST     ? &spec->access[0].range
			       : record->from == SIM_TRACE_HOST ? &spec->access[1].range
								: NULL;
	record->pinned = host && host_pinned(sim, host->address, range_extent(host)) != NULL;
}

void trace_op(const Call *call, const OpSpec *spec, const Op *op)
{
	static const SimTraceKind kinds[OP_KINDS] = {
		[OP_MARK] = SIM_TRACE_MARK,     [OP_COPY] = SIM_TRACE_COPY,
		[OP_FILL] = SIM_TRACE_FILL,     [OP_LAUNCH] = SIM_TRACE_KERNEL,
		[OP_CALL] = SIM_TRACE_FUNCTION,
	};
	const Sim *sim = call->sim;
	usage_add(call->sim, spec, op);
	if (!sim->trace)
		return;
	SimTraceRecord record = record_start(call, kinds[spec->kind]);
	record.name = spec->name;
	record.start = op->start;
	record.end = op->end;
	record.flops = spec->flops;
	record.bytes = spec->bytes;
	record.profile = spec->profile;
	record.op = op->id;
	record.after = spec->after ? spec->after->id : 0;
	record.gpu = spec->stream->gpu->index;
	record.stream = spec->stream->number;
	bool own = spec->stream->number > 0 && spec->stream->thread >= 0;
	record.stream_thread = own ? call->thread->number : -1;
	engines_note(sim, spec, &record);
	if (spec->kind == OP_COPY)
		copy_note(sim, spec, &record);
	sim->trace->issued = spec->name;
	record_add(sim->trace, &record);
}

/* --- calls ------------------------------------------------------------------------------------ */

/* What a request is called when whoever made it did not say. */
static const char *const names[SIM_CODES] = {
	[SIM_SET_DEVICE] = "cudaSetDevice",
	[SIM_GET_DEVICE] = "cudaGetDevice",
	[SIM_RESET_DEVICE] = "cudaDeviceReset",
	[SIM_SYNC_DEVICE] = "cudaDeviceSynchronize",
	[SIM_MEMORY_INFO] = "cudaMemGetInfo",
	[SIM_CAN_ACCESS_PEER] = "cudaDeviceCanAccessPeer",
	[SIM_ENABLE_PEER] = "cudaDeviceEnablePeerAccess",
	[SIM_DISABLE_PEER] = "cudaDeviceDisablePeerAccess",
	[SIM_MALLOC] = "cudaMalloc",
	[SIM_FREE] = "cudaFree",
	[SIM_HOST_ALLOC] = "cudaHostAlloc",
	[SIM_HOST_FREE] = "cudaFreeHost",
	[SIM_POINTER] = "cudaPointerGetAttributes",
	[SIM_COPY] = "cudaMemcpy",
	[SIM_MEMSET] = "cudaMemset",
	[SIM_LAUNCH] = "cudaLaunchKernel",
	[SIM_HOST_FUNCTION] = "cudaLaunchHostFunc",
	[SIM_STREAM_CREATE] = "cudaStreamCreate",
	[SIM_STREAM_DESTROY] = "cudaStreamDestroy",
	[SIM_STREAM_SYNC] = "cudaStreamSynchronize",
	[SIM_STREAM_QUERY] = "cudaStreamQuery",
	[SIM_STREAM_WAIT] = "cudaStreamWaitEvent",
	[SIM_STREAM_INFO] = "cudaStreamGetFlags",
	[SIM_EVENT_CREATE] = "cudaEventCreate",
	[SIM_EVENT_DESTROY] = "cudaEventDestroy",
	[SIM_EVENT_RECORD] = "cudaEventRecord",
	[SIM_EVENT_SYNC] = "cudaEventSynchronize",
	[SIM_EVENT_QUERY] = "cudaEventQuery",
	[SIM_EVENT_ELAPSED] = "cudaEventElapsedTime",
	[SIM_HOST_WORK] = "host work",
	[SIM_CLOCK] = "clock",
	[SIM_CLOCK_MOVE] = "sleep",
};

/* How the names begin that a call of these codes may go by. Whoever made it may have said anything, and a judge counts
 * by their names the calls of which each has to fail once (core/failing.c). */
static const char *const begins[SIM_CODES][2] = {
	[SIM_SYNC_DEVICE] = {"cudaDeviceSynchronize", "cudaThreadSynchronize"},
	[SIM_STREAM_SYNC] = {"cudaStreamSynchronize"},
	[SIM_EVENT_SYNC] = {"cudaEventSynchronize"},
	[SIM_STREAM_QUERY] = {"cudaStreamQuery"},
	[SIM_EVENT_QUERY] = {"cudaEventQuery"},
	[SIM_HOST_FUNCTION] = {"cudaLaunchHostFunc", "cudaStreamAddCallback"},
	[SIM_STREAM_CREATE] = {"cudaStreamCreate"},
	[SIM_STREAM_WAIT] = {"cudaStreamWaitEvent"},
	[SIM_EVENT_CREATE] = {"cudaEventCreate"},
	[SIM_EVENT_RECORD] = {"cudaEventRecord"},
	[SIM_STREAM_DESTROY] = {"cudaStreamDestroy"},
	[SIM_CLOCK_MOVE] = {"sleep"},
	[SIM_EVENT_DESTROY] = {"cudaEventDestroy"},
	[SIM_CLOCK] = {"clock"}, /* nor by gettimeofday: so a judge finds all readings */
};

/* The same of host memory, by how it came about. */
static const char *const begins_host[][2] = {
	[SIM_HOST_PINNED] = {"cudaMallocHost", "cudaHostAlloc"},
	[SIM_HOST_REGISTERED] = {"cudaHostRegister"},
	[SIM_HOST_MANAGED] = {"cudaMallocManaged"},
};

static bool name_begins(const char *name, const char *const may[2])
{
	for (int i = 0; i < 2; i++)
		if (may[i] && strncmp(name, may[i], strlen(may[i])) == 0)
			return true;
	return false;
}

/* Neither does a call of another code go by such a name. */
static bool name_fits(const SimRequest *request)
{
	bool host = request->code == SIM_HOST_ALLOC &&
		    (unsigned)request->u.host.kind <= SIM_HOST_MANAGED;
	const char *const *own = host ? begins_host[request->u.host.kind] : begins[request->code];
	if (own[0])
		return name_begins(request->name, own);
	for (int code = 0; code < SIM_CODES; code++)
		if (name_begins(request->name, begins[code]))
			return false;
	for (int kind = 0; kind <= SIM_HOST_MANAGED; kind++)
		if (name_begins(request->name, begins_host[kind]))
			return false;
	return true;
}

static const char *call_name(const Trace *trace, const SimRequest *request)
{
	if (request->name && name_fits(request))
		return request->name;
	bool routine = request->code == SIM_LAUNCH && request->u.launch.device >= 0;
	bool copies = request->code == SIM_COPY || request->code == SIM_MEMSET;
	if (trace->issued && (routine || copies))
		return trace->issued;
	return names[request->code] ? names[request->code] : "CUDA call";
}

/* Requests that say when a thread or the program begins and ends take no time of their own. */
static bool is_bookkeeping(SimCode code)
{
	return code == SIM_THREAD_START || code == SIM_THREAD_END || code == SIM_FINISH;
}

/* What the host did in a call, beyond the call itself, was work and not waiting. */
static bool is_work(SimCode code)
{
	return code == SIM_HOST_WORK || code == SIM_HOST_ALLOC || code == SIM_CLOCK_MOVE;
}

static void memory_note(const Call *call)
{
	const Sim *sim = call->sim;
	for (int i = 0; i < sim->machine.gpus; i++) {
		uint64_t in_use = memory_in_use(sim, i);
		if (in_use == sim->trace->in_use[i])
			continue;
		sim->trace->in_use[i] = in_use;
		SimTraceRecord record = record_start(call, SIM_TRACE_MEMORY);
		record.start = record.end = call->thread->clock;
		record.bytes = (double)in_use;
		record.gpu = i;
		record_add(sim->trace, &record);
	}
}

void trace_call(const Call *call, int64_t start, int64_t cost)
{
	Trace *trace = call->sim->trace;
	const SimRequest *request = call->request;
	memory_note(call);
	SimTraceRecord record = record_start(call, SIM_TRACE_CALL);
	record.name = call_name(trace, request);
	record.start = start;
	record.end = call->thread->clock;
	record.error = call->reply->error;
	if (request->code == SIM_HOST_WORK) {
		record.flops = request->u.work.flops;
		record.bytes = request->u.work.bytes;
	}
	if (!is_work(request->code) && record.end - start > cost)
		record.waited = record.end - start - cost;
	if (!is_bookkeeping(request->code))
		record_add(trace, &record);
	trace->calls++;
	trace->issued = NULL;
}

/* request.c - sends requests to the machine and turns its answers into what CUDA calls return. */
#include <stdatomic.h>
#include <string.h>

#include "framework/simcuda/registry/registry.h"
#include "framework/simcuda/api/cudart/runtime.h"
#include "framework/simcuda/trace/tracing.h"

/* An error after which CUDA refuses everything until the process ends; 0 when there was none. */
static atomic_int sticky;

/* A machine without GPUs still has a host with a clock. */
static int needs_gpu(SimCode code)
{
	return code != SIM_CLOCK && code != SIM_CLOCK_MOVE && code != SIM_CALL_NEXT &&
	       code != SIM_HOST_WORK && code != SIM_FINISH;
}

/* Programs compiled with a default stream for each thread call entry points of their own
 * (per_thread.c), which say so here. */
static _Thread_local int own_stream;

void runtime_own_stream(int on)
{
	own_stream = on;
}

/* Where the request names its stream; NULL when it names none. */
static uint64_t *stream_of(SimRequest *request)
{
	switch (request->code) {
	case SIM_MALLOC:
		return &request->u.malloc.stream;
	case SIM_FREE:
		return &request->u.free.stream;
	case SIM_COPY:
		return &request->u.copy.stream;
	case SIM_MEMSET:
		return &request->u.memset.stream;
	case SIM_LAUNCH:
		return &request->u.launch.stream;
	case SIM_HOST_FUNCTION:
		return &request->u.function.stream;
	case SIM_MANAGED_MOVE:
	case SIM_MANAGED_ATTACH:
		return &request->u.managed.stream;
	case SIM_STREAM_SYNC:
	case SIM_STREAM_QUERY:
	case SIM_STREAM_WAIT:
	case SIM_STREAM_INFO:
		return &request->u.stream.stream;
	case SIM_EVENT_RECORD:
		return &request->u.event.stream;
	default:
		return NULL;
	}
}

/* The stream that the request queued work on, when CUDA_LAUNCH_BLOCKING makes the host wait for
 * it; -1 for all else. */
static int64_t queued_on(const SimRequest *request)
{
	switch (request->code) {
	case SIM_LAUNCH:
		return (int64_t)request->u.launch.stream;
	case SIM_COPY:
		return request->u.copy.async ? (int64_t)request->u.copy.stream : -1;
	case SIM_MEMSET:
		return (int64_t)request->u.memset.stream;
	default:
		return -1;
	}
}

/* Waits for `stream`; a default stream is that of the device of the launch. */
static cudaError_t wait_for(Sim *sim, const SimRequest *request, uint64_t stream)
{
	SimRequest wait = {.code = SIM_STREAM_SYNC,
			   .thread = request->thread,
			   .site = request->site,
			   .continued = 1,
			   .name = request->name};
	wait.u.stream.stream = stream;
	SimRequest device = {.thread = request->thread, .internal = 1, .site = request->site};
	SimReply before, reply, ignored;
	int other = request->code == SIM_LAUNCH && request->u.launch.device >= 0;
	if (other) {
		device.code = SIM_GET_DEVICE;
		sim_call(sim, &device, &before);
		device.code = SIM_SET_DEVICE;
		device.u.device = request->u.launch.device;
		sim_call(sim, &device, &ignored);
	}
	host_request(sim, &wait, &reply);
	printed_launched(request);
	printed_show(sim, &wait);
	if (other) {
		device.u.device = (int)before.value[0];
		sim_call(sim, &device, &ignored);
	}
	return reply.error;
}

cudaError_t simcuda_request(SimRequest *request, SimReply *reply)
{
	memset(reply, 0, sizeof *reply);
	uint64_t *named = own_stream ? stream_of(request) : NULL;
	if (named && *named == SIM_STREAM_DEFAULT)
		*named = SIM_STREAM_PER_THREAD;
	if (request->site.frame[0])
		; /* who sends it knows better */
	else if (request->code == SIM_CLOCK)
		site_capture_unwound(&request->site);
	else
		site_capture(&request->site);
	reply->error = runtime_enter();
	if (reply->error != cudaSuccess)
		return reply->error;
	request->thread = runtime_thread();
	if (trace_wanted())
		request->name = trace_name();
	if (needs_gpu(request->code) && simcuda_machine()->gpus == 0) {
		reply->error = runtime_no_gpu();
	} else if (needs_gpu(request->code) && sticky) {
		reply->error = (cudaError_t)sticky;
	} else if ((reply->error = fail_due(request)) == cudaSuccess) {
		Sim *sim = runtime_sim();
		host_request(sim, request, reply);
		int64_t stream = runtime_blocking() ? queued_on(request) : -1;
		if (reply->error == cudaSuccess && stream >= 0)
			reply->error = wait_for(sim, request, (uint64_t)stream);
		printed_launched(request);
		printed_show(sim, request);
		if (error_is_sticky(reply->error))
			sticky = reply->error;
		registry_update(sim, request->thread);
	}
	if (trace_wanted())
		trace_pass_on();
	runtime_leave();
	return reply->error;
}

cudaError_t runtime_call(SimRequest *request, SimReply *reply)
{
	SimReply unused;
	return runtime_return(simcuda_request(request, reply ? reply : &unused));
}

void simcuda_host_work(double flops, double bytes)
{
	if (!trace_wanted() && !runtime_inside() && !runtime_unusable() &&
	    thread_owes(flops, bytes))
		return;
	SimRequest request = {.code = SIM_HOST_WORK};
	request.u.work.flops = flops;
	request.u.work.bytes = bytes;
	SimReply reply;
	simcuda_request(&request, &reply);
}

void simcuda_counters(SimcudaCounters *counters)
{
	memset(counters, 0, sizeof *counters);
	int own = runtime_inside(); /* a host function: the lock is ours already */
	Sim *sim = own ? runtime_sim() : runtime_enter_existing();
	if (!sim)
		return;
	sim_counters(sim, runtime_thread(), counters);
	if (!own)
		runtime_leave();
}

void simcuda_mark(uint64_t first, uint64_t second)
{
	int own = runtime_inside(); /* a host function: the lock is ours already */
	Sim *sim = own ? runtime_sim() : runtime_enter_existing();
	if (!sim)
		return;
	sim_mark(sim, runtime_thread(), first, second);
	if (!own)
		runtime_leave();
}

int simcuda_in_host_function(void)
{
	return runtime_inside();
}

int simcuda_finish(void)
{
	return report_finish(1);
}

int simcuda_findings(int again)
{
	return report_count(again);
}

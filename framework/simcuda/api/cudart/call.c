/* call.c - sends requests to the machine and turns its answers into what CUDA calls return. */
#include <stdatomic.h>
#include <string.h>

#include "runtime.h"

/* An error after which CUDA refuses everything until the process ends; 0 when there was none. */
static atomic_int sticky;

/* A machine without GPUs still has a host with a clock. */
static int needs_gpu(SimCode code)
{
	return code != SIM_CLOCK && code != SIM_HOST_WORK && code != SIM_FINISH;
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
	SimRequest wait = {
		.code = SIM_STREAM_SYNC, .thread = request->thread, .site = request->site};
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
	sim_call(sim, &wait, &reply);
	if (other) {
		device.u.device = (int)before.value[0];
		sim_call(sim, &device, &ignored);
	}
	return reply.error;
}

cudaError_t simcuda_request(SimRequest *request, SimReply *reply)
{
	memset(reply, 0, sizeof *reply);
	site_capture(&request->site);
	reply->error = runtime_enter();
	if (reply->error != cudaSuccess)
		return reply->error;
	request->thread = runtime_thread();
	if (needs_gpu(request->code) && simcuda_machine()->gpus == 0) {
		reply->error = cudaErrorNoDevice;
	} else if (needs_gpu(request->code) && sticky) {
		reply->error = (cudaError_t)sticky;
	} else {
		Sim *sim = runtime_sim();
		sim_call(sim, request, reply);
		int64_t stream = runtime_blocking() ? queued_on(request) : -1;
		if (reply->error == cudaSuccess && stream >= 0)
			reply->error = wait_for(sim, request, (uint64_t)stream);
		if (error_is_sticky(reply->error))
			sticky = reply->error;
	}
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

int simcuda_finish(void)
{
	return report_finish(1);
}

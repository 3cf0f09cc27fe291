/* client_call.c - one request as a message: sim_call() of a machine in another process. */
#include "framework/simcuda/remote/client/client.h"

#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/* --- launches --------------------------------------------------------------------------------- */

/* The machine's process knows kernels by its own numbers. */
static cudaError_t kernel_number(Sim *sim, const SimKernel *kernel, uint32_t *number)
{
	RemoteAnswer answer;
	for (size_t i = 0; i < sim->kernels; i++) {
		if (sim->kernel[i].kernel == kernel) {
			*number = sim->kernel[i].number;
			return cudaSuccess;
		}
	}
	RemoteCall *call = &sim->channel->call;
	size_t length = strlen(kernel->name);
	if (length >= sizeof call->name)
		return cudaErrorInvalidDeviceFunction;
	memcpy(call->name, kernel->name, length + 1);
	client_send(sim, REMOTE_KERNEL, &answer);
	if (answer.reply.error != cudaSuccess)
		return answer.reply.error;
	*number = (uint32_t)answer.reply.value[0];
	if (client_reserve(&sim->kernel, &sim->kernel_room, sim->kernels + 1, sizeof *sim->kernel))
		sim->kernel[sim->kernels++] = (struct ClientKernel){kernel, *number};
	return cudaSuccess;
}

static cudaError_t launch_fill(Sim *sim, const SimRequest *request)
{
	const SimKernel *kernel = request->u.launch.kernel;
	const void *const *arguments = request->u.launch.arguments;
	uint32_t number = 0;
	size_t at = 0;
	if (sim_ptx_is(kernel))
		return client_ptx_launch(sim, request);
	if (!kernel || kernel->arguments < 0 || kernel->arguments > SIM_MAX_ARGUMENTS)
		return cudaErrorInvalidDeviceFunction;
	if (!arguments && kernel->arguments > 0)
		return cudaErrorInvalidValue;
	cudaError_t error = kernel_number(sim, kernel, &number);
	for (int i = 0; arguments && i < kernel->arguments && error == cudaSuccess; i++) {
		size_t bytes = kernel->argument_bytes[i];
		if (bytes > REMOTE_ARGUMENTS - at)
			return cudaErrorInvalidValue;
		memcpy(sim->channel->arguments + at, arguments[i], bytes);
		at += (bytes + REMOTE_UNIT - 1) / REMOTE_UNIT * REMOTE_UNIT;
	}
	if (error == cudaSuccess)
		sim->channel->call.number = number;
	return error;
}

/* --- calls ------------------------------------------------------------------------------------ */

static void clock_note(Sim *sim, int thread, int64_t clock)
{
	size_t clocks = (size_t)sim->clocks, devices = clocks;
	if (thread < 0 ||
	    !client_reserve(&sim->clock, &clocks, (size_t)thread + 1, sizeof *sim->clock) ||
	    !client_reserve(&sim->device, &devices, clocks, sizeof *sim->device))
		return;
	for (; sim->clocks < (int)clocks; sim->clocks++) {
		sim->clock[sim->clocks] = 0;
		sim->device[sim->clocks] = 0;
	}
	sim->clock[thread] = clock;
}

/* Keeps in mind which GPU is current in each thread. */
static void device_note(Sim *sim, const SimRequest *request)
{
	if (request->thread < 0 || request->thread >= sim->clocks)
		return;
	if (request->code == SIM_SET_DEVICE)
		sim->device[request->thread] = request->u.device;
	else if (request->code == SIM_THREAD_START || request->code == SIM_THREAD_END)
		sim->device[request->thread] = 0;
}

static void name_fill(RemoteCall *call, const char *name)
{
	call->named = name != NULL;
	if (name)
		snprintf(call->name, sizeof call->name, "%s", name);
}

/* The source of a copy that is probably in pageable memory goes along; a system call copies it,
 * because it may not be there, which the machine will say if it comes to that. */
static uint64_t source_fill(Sim *sim, const SimRequest *request)
{
	uint64_t bytes = request->u.copy.width, from = request->u.copy.from;
	bool host = request->u.copy.kind == cudaMemcpyHostToDevice ||
		    (request->u.copy.kind == cudaMemcpyDefault && from < sim->device_base);
	struct iovec here = {sim->channel->window, bytes}, there = {(void *)(uintptr_t)from, bytes};
	if (request->code != SIM_COPY || !host || sim->late || request->u.copy.rows != 1 ||
	    bytes == 0 || bytes > REMOTE_WINDOW / 2 || client_pages_hold(from))
		return 0;
	ssize_t got = process_vm_readv(getpid(), &here, 1, &there, 1, 0);
	return got == (ssize_t)bytes ? bytes : 0;
}

static void send_request(Sim *sim, const SimRequest *request, SimReply *reply)
{
	RemoteAnswer answer;
	RemoteCall *call = &sim->channel->call;
	cudaError_t error = cudaSuccess;
	call->ptx = 0;
	if (request->code == SIM_LAUNCH)
		error = launch_fill(sim, request);
	else if (request->code == SIM_IMAGE)
		error = client_ptx_send(sim, request->u.image.ptx);
	else if (request->code == SIM_PLACE)
		error = client_ptx_send(sim, request->u.place.ptx);
	if (error != cudaSuccess) {
		reply->error = error;
		return;
	}
	sim->late |=
		request->code == SIM_HOST_FUNCTION ||
		(request->code == SIM_HOST_ALLOC && request->u.host.kind == SIM_HOST_REGISTERED) ||
		(request->code == SIM_PLACE && !request->u.place.apart);
	memcpy(&call->request, request, sizeof *request);
	call->inlined = source_fill(sim, request);
	name_fill(call, request->name);
	client_send(sim, REMOTE_REQUEST, &answer);
	*reply = answer.reply;
	clock_note(sim, request->thread, answer.clock);
	if (reply->error == cudaSuccess)
		device_note(sim, request);
}

/* Libraries that have small host work to tell of do not look at the answer: it goes with the next
 * message. */
static bool pay_later(Sim *sim, const SimRequest *request)
{
	int thread = request->thread;
	if (request->code != SIM_CLOCK_MOVE || !request->internal || request->u.clock.to != 0 ||
	    request->u.clock.by < 0 || thread < 0 || thread >= sim->clocks ||
	    (sim->pay > 0 && sim->pay_thread != thread))
		return false;
	sim->pay += request->u.clock.by;
	sim->pay_thread = thread;
	sim->clock[thread] += request->u.clock.by;
	return true;
}

static void queue_add(Sim *sim, const SimRequest *request)
{
	RemoteQueued *queued = &sim->channel->queue[sim->queued++];
	memcpy(&queued->request, request, sizeof *request);
	queued->named = request->name != NULL;
	if (request->name)
		snprintf(queued->name, sizeof queued->name, "%s", request->name);
}

/* What has only one answer, which is known here, goes along with the next message too: which GPU is
 * current, and work on the host. A trace that the program keeps wants each at its time. */
static bool queue_later(Sim *sim, const SimRequest *request, SimReply *reply)
{
	int thread = request->thread;
	bool sets = request->code == SIM_SET_DEVICE && request->u.device >= 0 &&
		    request->u.device < sim->gpus;
	if (!(sets || request->code == SIM_GET_DEVICE || request->code == SIM_HOST_WORK) ||
	    (sim->tracing && !sim->kept) || request->continued || sim->gpus == 0 || thread < 0 ||
	    thread >= sim->clocks || sim->queued == REMOTE_QUEUED)
		return false;
	queue_add(sim, request);
	device_note(sim, request);
	if (request->code == SIM_GET_DEVICE)
		reply->value[0] = (uint64_t)sim->device[thread];
	return true;
}

static void refuse(const char *name)
{
	fprintf(stderr,
		"simcuda: %s: not supported while the simulated machine lives in another process\n",
		name);
}

void sim_call(Sim *sim, const SimRequest *request, SimReply *reply)
{
	memset(reply, 0, sizeof *reply);
	if (!client_take(sim)) {
		reply->error = cudaErrorNotPermitted;
		return;
	}
	if (!pay_later(sim, request) && !queue_later(sim, request, reply))
		send_request(sim, request, reply);
	client_release(sim);
	if (request->code == SIM_LAUNCH && reply->error == cudaErrorNotSupported)
		refuse(request->u.launch.kernel->name);
	if (request->code == SIM_IMAGE && reply->error == cudaErrorNotSupported)
		refuse("more than 64 KiB of first values of __device__ and __constant__ variables");
}

int64_t sim_clock(const Sim *sim, int thread)
{
	return thread >= 0 && thread < sim->clocks ? sim->clock[thread] : 0;
}

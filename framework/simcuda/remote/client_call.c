/* client_call.c - one request as a message: sim_call() of a machine in another process. */
#include "client.h"

#include <stdio.h>
#include <string.h>

/* --- what cannot be done from here ------------------------------------------------------------ */

/* Features that need the machine in the program's own process. */
static const char *refused_call(const SimRequest *request)
{
	switch (request->code) {
	case SIM_HOST_FUNCTION:
		return "cudaLaunchHostFunc";
	case SIM_HOST_ALLOC:
		return request->u.host.kind == SIM_HOST_MANAGED      ? "cudaMallocManaged"
		       : request->u.host.kind == SIM_HOST_REGISTERED ? "cudaHostRegister"
								     : NULL;
	default:
		return NULL;
	}
}

static cudaError_t refuse(const char *name)
{
	fprintf(stderr,
		"simcuda: %s: not supported while the simulated machine lives in another process\n",
		name);
	return cudaErrorNotSupported;
}

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
	size_t room = (size_t)sim->clocks;
	if (thread < 0)
		return;
	if (client_reserve(&sim->clock, &room, (size_t)thread + 1, sizeof *sim->clock)) {
		for (; sim->clocks < (int)room; sim->clocks++)
			sim->clock[sim->clocks] = 0;
		sim->clock[thread] = clock;
	}
}

static void name_fill(RemoteCall *call, const char *name)
{
	call->named = name != NULL;
	if (name)
		snprintf(call->name, sizeof call->name, "%s", name);
}

static void send_request(Sim *sim, const SimRequest *request, SimReply *reply)
{
	RemoteAnswer answer;
	RemoteCall *call = &sim->channel->call;
	cudaError_t error = cudaSuccess;
	if (request->code == SIM_LAUNCH)
		error = launch_fill(sim, request);
	if (error != cudaSuccess) {
		reply->error = error;
		return;
	}
	memcpy(&call->request, request, sizeof *request);
	name_fill(call, request->name);
	client_send(sim, REMOTE_REQUEST, &answer);
	*reply = answer.reply;
	clock_note(sim, request->thread, answer.clock);
}

void sim_call(Sim *sim, const SimRequest *request, SimReply *reply)
{
	const char *refused = refused_call(request);
	memset(reply, 0, sizeof *reply);
	if (refused) {
		reply->error = refuse(refused);
	} else if (!client_take(sim)) {
		reply->error = cudaErrorNotPermitted;
	} else {
		send_request(sim, request, reply);
		client_release(sim);
		if (request->code == SIM_LAUNCH && reply->error == cudaErrorNotSupported)
			refuse(request->u.launch.kernel->name);
		if (request->code == SIM_FETCH && reply->error == cudaErrorNotSupported)
			refuse("a cuBLAS batch that is given by arrays of pointers");
	}
}

int64_t sim_clock(const Sim *sim, int thread)
{
	return thread >= 0 && thread < sim->clocks ? sim->clock[thread] : 0;
}

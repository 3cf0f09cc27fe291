/* server.c - the loop of the machine's process: a call, a check, an answer. */
#include "framework/simcuda/remote/server/server.h"
#include "framework/simcuda/remote/server/server_trace.h"
#include "framework/simcuda/core/sim_judge.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define KEPT_BYTES (UINT64_C(64) << 20) /* see sim_keep() */

/* --- opening ---------------------------------------------------------------------------------- */

static volatile sig_atomic_t came = 1;

static void note(int signal)
{
	(void)signal;
	came = 1;
}

bool server_signal_came(void)
{
	bool is = came != 0;
	came = 0;
	return is;
}

/* The signal says that the program has closed its end, or that the judge has sent something. It
 * interrupts our sleep. */
static void watch(int socket)
{
	struct sigaction action = {.sa_handler = note};
	sigaction(SIGIO, &action, NULL);
	fcntl(socket, F_SETOWN, getpid());
	fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_ASYNC);
}

int server_open(Server *server, uint64_t page_bytes)
{
	int life[2];
	uint64_t head = remote_pages_offset();
	server->memory = memfd_create("simcuda-remote", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (server->memory < 0 || ftruncate(server->memory, (off_t)(head + page_bytes)) != 0 ||
	    fcntl(server->memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0 ||
	    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, life) != 0)
		return -1;
	server->life = life[0];
	server->other_life = life[1];
	void *at = mmap(NULL, head + page_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
			server->memory, 0);
	if (at == MAP_FAILED)
		return -1;
	server->channel = at;
	server->channel->spin_limit = remote_spin_limit_now();
	server->channel->machine = server->machine;
	server->pages = (unsigned char *)at + head;
	server->page_bytes = page_bytes;
	return 0;
}

void server_forget(Server *server)
{
	for (int i = 0; i < server->names; i++)
		free(server->name[i]);
	server->names = 0;
	server_kernel_forget();
	server_ptx_forget(server);
	server_images_forget(server);
	server_blas_over();
	server_host_forget(server);
	server_held_clear(server);
}

void server_close(Server *server)
{
	if (server->sim)
		sim_free(server->sim);
	if (server->channel)
		munmap(server->channel, remote_pages_offset() + server->page_bytes);
	server_forget(server);
	close(server->memory);
	close(server->life);
}

/* --- hello ------------------------------------------------------------------------------------ */

static bool apart(uint64_t a, uint64_t a_bytes, uint64_t b, uint64_t b_bytes)
{
	return a + a_bytes <= b || b + b_bytes <= a;
}

/* The GPUs' addresses and the pinned pages lie apart, and nothing at 0 or past the end. */
static bool places_are_good(const Server *server, const RemoteCall *call, int gpus)
{
	uint64_t window = sim_address_bytes(&server->machine), pages = server->page_bytes;
	uint64_t most = UINT64_C(1) << 56;
	bool good = call->pinned > 0 && call->pinned % 4096 == 0 && call->pinned < most &&
		    call->page >= 4096 && call->page <= 65536 &&
		    (call->page & (call->page - 1)) == 0;
	for (int i = 0; i < gpus && good; i++) {
		good = call->base[i] >= 65536 && call->base[i] % 4096 == 0 &&
		       call->base[i] < most && apart(call->base[i], window, call->pinned, pages);
		for (int k = 0; k < i && good; k++)
			good = apart(call->base[i], window, call->base[k], window);
	}
	return good;
}

/* The program may see fewer GPUs than there are (CUDA_VISIBLE_DEVICES); all else is ours. */
static cudaError_t hello(Server *server)
{
	const RemoteCall *call = &server->call;
	if (server->sim || call->version != REMOTE_VERSION ||
	    call->call_bytes != sizeof(RemoteCall) ||
	    call->number > (uint32_t)server->machine.gpus || call->number > REMOTE_GPUS ||
	    !places_are_good(server, call, (int)call->number))
		return cudaErrorInvalidValue;
	server->machine.gpus = (int)call->number;
	server->pinned = call->pinned;
	server->window = sim_address_bytes(&server->machine);
	memcpy(server->base, call->base, sizeof server->base);
	const SimHost host = server_host(server);
	server->program = call->program;
	server->sim = sim_create(&server->machine, &host, call->base);
	if (!server->sim)
		return cudaErrorMemoryAllocation;
	sim_keep(server->sim, KEPT_BYTES);
	server_trace_begin(server);
	return cudaSuccess;
}

/* --- answers ---------------------------------------------------------------------------------- */

/* A judge's go is a barrier: every thread's clock is raised to it. */
static void thread_lift(Server *server, SimRequest *request)
{
	SimRequest lift = {.code = SIM_CLOCK_MOVE, .thread = request->thread, .internal = 1};
	SimReply reply;
	if (request->code == SIM_THREAD_START && request->u.clock.to < server->floor)
		request->u.clock.to = server->floor;
	if (!server->begun || request->code == SIM_THREAD_START ||
	    sim_clock(server->sim, request->thread) >= server->floor)
		return;
	lift.u.clock.to = server->floor;
	sim_call(server->sim, &lift, &reply);
}

static void clock_note(Server *server, int thread)
{
	server->answer.clock = sim_clock(server->sim, thread);
	if (server->latest < server->answer.clock)
		server->latest = server->answer.clock;
}

/* What a thread has done meanwhile, and told of with this message. */
static void take_pay(Server *server)
{
	SimRequest move = {.code = SIM_CLOCK_MOVE,
			   .thread = server->call.pay_thread,
			   .internal = 1,
			   .u.clock.by = server->call.pay};
	SimReply reply;
	if (server->call.pay <= 0 || move.thread < 0 || move.thread >= SERVER_THREADS)
		return;
	thread_lift(server, &move);
	sim_call(server->sim, &move, &reply);
	clock_note(server, move.thread);
}

/* For the judge to say. */
static void refused_note(Server *server)
{
	const char *name = server_kernel_name(server->call.number);
	if (!server->refused[0])
		snprintf(server->refused, sizeof server->refused, "%s", name);
}

/* Requests whose answers the program knows, and which none waits for. */
static void take_queue(Server *server)
{
	SimReply reply;
	for (uint32_t i = 0; i < server->call.queued; i++) {
		RemoteQueued *queued = &server->queue[i];
		SimRequest *request = &queued->request;
		if ((request->code != SIM_SET_DEVICE && request->code != SIM_GET_DEVICE &&
		     request->code != SIM_HOST_WORK) ||
		    server_check(server, request) != cudaSuccess)
			continue;
		request->name = queued->named ? server_name(server, queued->name) : NULL;
		thread_lift(server, request);
		sim_call(server->sim, request, &reply);
		clock_note(server, request->thread);
	}
}

/* What is no work is refused or does nothing, and is none of those that the judge counts. Behind a call that has failed a
 * program does other things than before: no more is noted. */
static cudaError_t failing_due(Server *server, const SimRequest *request)
{
	const bool in_part = server->begun && !server->over;
	if ((!server->failing.kind && !in_part) || !sim_is_work(server->sim, request))
		return cudaSuccess;
	if (in_part && server->failing.failed == 0) {
		const uint64_t what = sim_note(server->sim, request);
		if (server->failing.what != 0 && what != server->failing.what)
			return cudaSuccess;
	}
	return sim_failing_due(&server->failing, request);
}

static cudaError_t answer_request(Server *server)
{
	ServerLaunch launch;
	SimRequest *request = &server->call.request;
	SimReply *reply = &server->answer.reply;
	cudaError_t error = server_check(server, request);
	if (error == cudaSuccess && request->code == SIM_IMAGE)
		error = server_ptx_image(server, request);
	if (error == cudaSuccess && request->code == SIM_PLACE)
		error = server_ptx_place(server, request);
	if (error == cudaSuccess && request->code == SIM_LAUNCH)
		error = server->call.ptx ? server_ptx_launch(server, request)
					 : server_launch(server, request, &launch);
	if (error == cudaErrorNotSupported && request->code == SIM_LAUNCH && !server->call.ptx)
		refused_note(server);
	if (error != cudaSuccess)
		return error;
	error = failing_due(server, request);
	if (error != cudaSuccess) {
		sim_failed(server->sim);
		return error;
	}
	if (request->code == SIM_FREE)
		server_images_given_back(server, request->u.free.address);
	thread_lift(server, request);
	sim_call(server->sim, request, reply);
	if (request->code == SIM_IMAGE && reply->error == cudaSuccess)
		reply->error = server_images_note(server, server->call.ptx, reply->value[0]);
	if (request->code == SIM_RESET_DEVICE)
		server_images_look(server);
	if (request->code == SIM_LAUNCH && !request->internal && !server->call.ptx &&
	    reply->error == cudaSuccess && server_is_blas(request->u.launch.kernel)) {
		server->result.made = true;
		server->result.thread = request->thread;
		server->result.stream = request->u.launch.stream;
	}
	clock_note(server, request->thread);
	server->finished |= request->code == SIM_FINISH;
	server_trace_pass_on(server);
	return reply->error;
}

/* The records of a trace are lists of one program and one reader: here the program's own. */
static void answer_trace(Server *server, SimReply *reply)
{
	const SimTraceRecord *records = NULL;
	const size_t most = REMOTE_WINDOW / sizeof(RemoteRecord);
	size_t all = server_trace_is_ours(server) ? 0 : sim_trace(server->sim, &records),
	       first = server->call.number, count = 0;
	RemoteRecord *to = (RemoteRecord *)(void *)server->channel->window;
	for (size_t i = first; i < all && count < most; i++, count++) {
		RemoteRecord one = {.record = records[i]};
		if (one.record.name)
			strncpy(one.name, one.record.name, sizeof one.name - 1);
		one.record.name = NULL;
		to[count] = one;
	}
	reply->value[0] = all;
	reply->value[1] = count;
}

static void answer_findings(Server *server, SimReply *reply)
{
	const SimFinding *findings = NULL;
	const size_t most = REMOTE_WINDOW / sizeof *findings;
	int all = sim_findings(server->sim, &findings);
	size_t first = server->call.number, left = first < (size_t)all ? (size_t)all - first : 0;
	size_t count = left < most ? left : most;
	if (count > 0)
		memcpy(server->channel->window, findings + first, count * sizeof *findings);
	reply->value[0] = (uint64_t)all;
	reply->value[1] = count;
}

static void answer_describe(Server *server, SimReply *reply)
{
	int device = 0;
	SimSite made = {{0}};
	reply->value[0] = (uint64_t)sim_describe(server->sim, server->call.address, &device,
						 &reply->value[2], &reply->value[3], &made);
	reply->value[1] = (uint64_t)device;
	server->answer.u.site = made;
}

/* Where one thread is wanted, what the exercise is given is called in it, too. */
void server_mark(Server *server, uint32_t thread, uint64_t first, uint64_t second)
{
	if (!server->begun || server->over || thread >= SERVER_THREADS)
		return;
	if (server->single && server->only < 0)
		server->only = (int)thread;
	server->second |= server->single && server->only != (int)thread;
	sim_mark(server->sim, (int)thread, first, second);
}

/* A program has to look at its calls and to measure its times: between go and freeze its counters stay as they were. Of what
 * is at work they only tell what the host has not waited for, be it over or not: else to ask would be a wait. */
static void server_counters(const Server *server, int thread, SimcudaCounters *counters)
{
	sim_counters(server->sim, thread, counters);
	if (server->begun && !server->over) {
		uint64_t unsettled = counters->unsettled;
		*counters = server->at_go;
		counters->working = unsettled;
	}
	counters->failed = 0;
}

static cudaError_t answer_look(Server *server)
{
	SimReply *reply = &server->answer.reply;
	int number = (int)server->call.number;
	switch (server->call.kind) {
	case REMOTE_COUNTERS:
		server_counters(server, number, &server->answer.u.counters);
		return cudaSuccess;
	case REMOTE_MARK:
		server_mark(server, server->call.number, server->call.address, server->call.bytes);
		return cudaSuccess;
	case REMOTE_FINDINGS:
		answer_findings(server, reply);
		return cudaSuccess;
	case REMOTE_DESCRIBE:
		answer_describe(server, reply);
		return cudaSuccess;
	case REMOTE_USAGE:
		sim_usage(server->sim, number, &server->answer.u.usage);
		if (server->begun && !server->over)
			server->answer.u.usage.busy_ns = server->answer.u.usage.until_ns = 0;
		return cudaSuccess;
	case REMOTE_TRACE_START:
		reply->value[0] = server_trace_is_ours(server);
		if (reply->value[0]) /* the program's is empty, but names come */
			return cudaSuccess;
		server->tracing = sim_trace_start(server->sim, server->call.address) == 0;
		return server->tracing ? cudaSuccess : cudaErrorMemoryAllocation;
	case REMOTE_TRACE:
		answer_trace(server, reply);
		return cudaSuccess;
	case REMOTE_TRACE_DROP:
		if (!server_trace_is_ours(server))
			sim_trace_drop(server->sim);
		return cudaSuccess;
	case REMOTE_TRACE_LOST:
		reply->value[0] = sim_trace_lost(server->sim);
		return cudaSuccess;
	default:
		return cudaErrorInvalidValue;
	}
}

static cudaError_t answer_kernel(Server *server)
{
	server->call.name[REMOTE_NAME - 1] = '\0';
	int number = server_kernel_find(server->call.name);
	server->answer.reply.value[0] = (uint64_t)number;
	return number < 0 ? cudaErrorInvalidDeviceFunction : cudaSuccess;
}

static cudaError_t answer_call(Server *server)
{
	if (server->call.kind == REMOTE_HELLO)
		return hello(server);
	if (!server->sim)
		return cudaErrorInvalidValue;
	server_host_resume(server);
	take_pay(server);
	take_queue(server);
	if (server->call.kind == REMOTE_REQUEST)
		return answer_request(server);
	if (server->call.kind == REMOTE_KERNEL)
		return answer_kernel(server);
	if (server->call.kind == REMOTE_PTX_PART)
		return server_ptx_part(server);
	if (server->call.kind == REMOTE_PTX_LOAD)
		return server_ptx_load(server);
	return answer_look(server);
}

/* Copies the call out of the program's reach, as far as it will be looked at. */
static void call_take(Server *server)
{
	const RemoteCall *from = &server->channel->call;
	RemoteCall *call = &server->call;
	memcpy(call, from, offsetof(RemoteCall, name));
	if (call->inlined > REMOTE_WINDOW || call->kind != REMOTE_REQUEST ||
	    call->request.code != SIM_COPY)
		call->inlined = 0;
	server->answer.written = server->written = call->inlined;
	call->queued = call->queued < REMOTE_QUEUED ? call->queued : REMOTE_QUEUED;
	memcpy(server->queue, server->channel->queue, call->queued * sizeof *server->queue);
	if (!server->sim)
		memcpy(call->base, from->base, sizeof *from - offsetof(RemoteCall, base));
	if (call->kind != REMOTE_REQUEST || call->named)
		memcpy(call->name, from->name, sizeof call->name);
	else
		call->name[0] = '\0';
}

void server_answer(Server *server)
{
	RemoteChannel *channel = server->channel;
	call_take(server);
	memset(&server->answer.reply, 0, sizeof server->answer.reply);
	server->answer.reply.error = answer_call(server);
	server->answer.ask = REMOTE_DONE;
	remote_copy_answer(&channel->answer, &server->answer, server->call.kind);
	server->answer.protects = server->answer.writes = 0;
}

void server_run(Server *server)
{
	RemoteChannel *channel = server->channel;
	watch(server->life);
	if (server->judge > 0)
		watch(server->judge);
	if (setjmp(server->leave) != 0)
		return;
	while (remote_wait(channel, REMOTE_MACHINE, server->life, server_judge, server) == 0) {
		server_answer(server);
		remote_give(channel, REMOTE_PROGRAM);
	}
}

void server_end(Server *server)
{
	SimRequest finish = {.code = SIM_FINISH, .internal = 1};
	SimReply reply;
	if (server->sim && server->finished)
		sim_call(server->sim, &finish, &reply);
	server_trace_end(server);
}

/* server_trace.c - the trace of what happened, written by the machine itself, for a judge.
 *
 * The same code writes it that writes a program's own (trace_sinks.c). It asks for what it needs by
 * the names that the runtime library has for it, which are given here. Where the program's code
 * lies only the program knows: a place is told as "@", then its return addresses, less where the
 * program begins, as the program has told. */
#include "server_trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "api/cudart/runtime.h"
#include "api/cudart/tracing.h"

static Server *traced; /* the one of this process; NULL: none */

int server_trace_open(Server *server)
{
	char path[64];
	int file = memfd_create("simcuda-trace", MFD_CLOEXEC);
	if (file < 0)
		return -1;
	snprintf(path, sizeof path, "/proc/self/fd/%d", file);
	setenv("SIMCUDA_TRACE", path, 1);
	trace_open();
	traced = server;
	server->tracing = true;
	return file;
}

void server_trace_begin(Server *server)
{
	if (server == traced)
		trace_begin();
}

void server_trace_pass_on(const Server *server)
{
	if (server == traced)
		trace_pass_on();
}

void server_trace_end(const Server *server)
{
	if (server == traced)
		trace_finish();
}

bool server_trace_is_ours(const Server *server)
{
	return server == traced;
}

/* --- what the tracing code asks for ----------------------------------------------------------- */

struct Resolver {
	uint64_t program;
};

Resolver *resolver_create(void)
{
	static Resolver one;
	one.program = traced->program;
	return &one;
}

void resolver_free(Resolver *resolver)
{
	(void)resolver;
}

void resolver_text(Resolver *resolver, const SimSite *site, char *text, size_t size)
{
	size_t used = (size_t)snprintf(text, size, "@");
	for (int i = 0; i < SIM_SITE_DEPTH && site->frame[i] && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%" PRIx64, i ? " " : "",
					 site->frame[i] - 1 - resolver->program);
}

Sim *runtime_sim(void)
{
	return traced ? traced->sim : NULL;
}

Sim *runtime_enter_existing(void)
{
	return runtime_sim();
}

void runtime_leave(void)
{
}

int runtime_inside(void)
{
	return 1;
}

int runtime_is_busy(void)
{
	return 0;
}

int runtime_unusable(void)
{
	return 0;
}

int runtime_thread(void)
{
	return 0;
}

const char *cudaGetErrorName(cudaError_t error)
{
	return error == cudaSuccess ? "cudaSuccess" : "an error";
}

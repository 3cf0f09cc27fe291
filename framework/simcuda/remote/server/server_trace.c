/* server_trace.c - the trace of what happened, written by the machine itself, for a judge.
 *
 * The same code writes it that writes a program's own (trace/sinks.c), but of the measured parts alone. Where the program's
 * code lies only the program knows: a place is told as "@", then its return addresses, less where
 * the program begins, as the program has told. */
#include "framework/simcuda/remote/server/server_trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "framework/simcuda/api/cudart/request.h"
#include "framework/simcuda/trace/tracing.h"

static Server *traced; /* the one of this process; NULL: none */

int server_trace_open(Server *server)
{
	char path[64];
	int file = memfd_create("simcuda-trace", MFD_CLOEXEC);
	if (file < 0)
		return -1;
	snprintf(path, sizeof path, "/proc/self/fd/%d", file);
	setenv("SIMCUDA_TRACE", path, 1);
	trace_brief();
	trace_open();
	traced = server;
	server->tracing = true;
	return file;
}

void server_trace_pass_on(const Server *server)
{
	if (server == traced)
		trace_pass_on();
}

void server_trace_part(const Server *server, bool begins)
{
	if (server != traced)
		return;
	trace_window(begins, server->latest); /* what has been asked for so far is written */
	trace_part(begins, server->latest);
}

void server_trace_end(const Server *server)
{
	if (server == traced)
		trace_finish();
}

bool server_trace_is_ours(const Server *server)
{
	return server == traced || server->judge > 0;
}

/* --- what the tracing code asks for ----------------------------------------------------------- */

static void site_text(const SimSite *site, char *text, size_t size)
{
	size_t used = (size_t)snprintf(text, size, "@");
	for (int i = 0; i < SIM_SITE_DEPTH && site->frame[i] && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%" PRIx64, i ? " " : "",
					 site->frame[i] - 1 - traced->program);
}

static const char *error_name(cudaError_t error)
{
	return error == cudaSuccess ? "cudaSuccess" : "an error";
}

void server_trace_begin(Server *server)
{
	static TraceOwner owner = {
		.site = site_text, .error_name = error_name, .abort = trace_finish};
	if (server != traced)
		return;
	owner.machine = simcuda_machine();
	trace_begin(server->sim, &owner);
}

/* server_check.c - requests of a program that may be written by somebody who wants to be graded
 * better than he is.
 *
 * The core answers any request with bad figures in it (fuzz/fuzz_requests.c), so here stands only
 * what the distance adds: pointers that mean nothing, marks with which a library hides its own
 * calls, clocks that would go back, host memory that is not shared. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/sim_judge.h"
#include "framework/simcuda/remote/server/server.h"

#define WORKSPACE 256 /* bytes: what a cuBLAS handle holds for itself */

/* The requests that our libraries make without the program's seeing them: they cost no time and are
 * not counted, so none of them may do the program's work. */
static bool may_be_internal(const SimRequest *request)
{
	switch (request->code) {
	case SIM_GET_DEVICE:
	case SIM_SET_DEVICE:
	case SIM_POINTER:
	case SIM_STREAM_INFO:
	case SIM_FREE:
	case SIM_HOST_TOUCH:
	case SIM_CALL_NEXT:
	case SIM_CLOCK_MOVE:
	case SIM_THREAD_START:
	case SIM_THREAD_END:
	case SIM_BLAS_UNREADY:
	case SIM_IMAGE: /* as often as server_ptx.c allows */
	case SIM_PLACE: /* which makes no bytes, and is for what a module has */
	case SIM_PRINTED:
	case SIM_LAUNCH: /* of a batch; see server_blas.c */
		return true;
	case SIM_FETCH:
		return request->u.fetch.bytes % sizeof(uint64_t) == 0;
	case SIM_MALLOC:
		return request->u.malloc.bytes <= WORKSPACE;
	default:
		return false;
	}
}

/* Parts of a call that was counted: the wait after a launch, the copy of a cuBLAS result. */
static bool may_be_continued(const SimRequest *request)
{
	return request->code == SIM_STREAM_SYNC ||
	       (request->code == SIM_COPY && request->u.copy.rows == 1 &&
		request->u.copy.width <= WORKSPACE);
}

/* Where a judge looks, such a part is one call more, which counts and can fail as any other: but for the copy of a single
 * result from a library's own memory, right behind the routine of cuBLAS that makes it, and in its stream. (That a launch is
 * waited for, as CUDA_LAUNCH_BLOCKING has it, no judge asks for.) */
static bool is_part(const Server *server, const SimRequest *request)
{
	return !server->judge ||
	       (request->code == SIM_COPY && request->u.copy.width <= SIM_LIBRARY_RESULT &&
		sim_is_library(server->sim, request->u.copy.from, request->u.copy.width) &&
		server->result.made && server->result.thread == request->thread &&
		server->result.stream == request->u.copy.stream &&
		server_blas_made(request->u.copy.from, request->u.copy.width));
}

/* A thread's time begins once. */
static cudaError_t check_thread(Server *server, const SimRequest *request)
{
	if (request->thread < 0 || request->thread >= SERVER_THREADS)
		return cudaErrorNotSupported;
	unsigned char *alive = &server->alive[request->thread];
	if (request->code == SIM_THREAD_START && *alive)
		return cudaErrorInvalidValue;
	*alive = request->code != SIM_THREAD_END;
	return cudaSuccess;
}

/* Memory that we make pages for is shared; what the program registers is its own. */
static cudaError_t check_pinned(const Server *server, const SimRequest *request)
{
	uint64_t offset = request->u.host.address - server->pinned;
	uint64_t bytes = request->u.host.bytes;
	if (request->u.host.kind == SIM_HOST_REGISTERED)
		return cudaSuccess;
	return offset < server->page_bytes && bytes <= server->page_bytes - offset
		       ? cudaSuccess
		       : cudaErrorInvalidValue;
}

const char *server_name(Server *server, char *name)
{
	name[REMOTE_NAME - 1] = '\0';
	if (!server->tracing || !*name)
		return NULL;
	for (int i = 0; i < server->names; i++)
		if (strcmp(server->name[i], name) == 0)
			return server->name[i];
	if (server->names == SERVER_NAMES)
		return NULL;
	char *copy = strdup(name);
	if (copy)
		server->name[server->names++] = copy;
	return copy;
}

/* What a program may do between the return of its exercise and the judge's thaw: give back, and ask
 * for what it could know. It gets nothing done on a GPU, waits for nothing, and hears of nothing that
 * happened there. */
static bool may_be_frozen(SimCode code)
{
	switch (code) {
	case SIM_SET_DEVICE:
	case SIM_GET_DEVICE:
	case SIM_MEMORY_INFO:
	case SIM_CAN_ACCESS_PEER:
	case SIM_FREE:
	case SIM_HOST_TOUCH:
	case SIM_HOST_FREE:
	case SIM_POINTER:
	case SIM_POOL_FIND:
	case SIM_POOL_GET:
	case SIM_POOL_DESTROY:
	case SIM_STREAM_INFO:
	case SIM_STREAM_DESTROY:
	case SIM_EVENT_DESTROY:
	case SIM_HOST_WORK:
	case SIM_CLOCK:
	case SIM_CLOCK_MOVE:
	case SIM_THREAD_START:
	case SIM_THREAD_END:
	case SIM_FINISH:
		return true;
	default:
		return false;
	}
}

/* What reads or changes numbers on a GPU. A program with kernels of its own does none of it between the judge's
 * giving of numbers and the begin of the part in which it is counted: there the work could be done uncounted, by
 * what runs before main() or stays from an earlier part. */
static bool is_too_early(const Server *server, SimCode code)
{
	if (!server->given || server->no_kernels)
		return false;
	switch (code) {
	case SIM_COPY:
	case SIM_MEMSET:
	case SIM_LAUNCH:
	case SIM_FETCH:
	case SIM_HOST_TOUCH:
	case SIM_MANAGED_MOVE:
		return true;
	default:
		return false;
	}
}

/* What any thread does by itself: its life, its clock, and its own memory. */
static bool is_of_thread(SimCode code)
{
	return code == SIM_THREAD_START || code == SIM_THREAD_END || code == SIM_CLOCK ||
	       code == SIM_CLOCK_MOVE || code == SIM_HOST_WORK || code == SIM_HOST_TOUCH;
}

/* Whether a second thread wants to use the GPUs where one may. Several threads' clocks need not meet:
 * the work of each could be hidden behind that of another. A number whose thread has ended is another thread's. */
static bool is_second(Server *server, const SimRequest *request)
{
	if (!server->single)
		return false;
	if (request->code == SIM_THREAD_END && request->thread == server->only)
		server->only = SERVER_THREADS;
	if (is_of_thread(request->code))
		return false;
	if (server->only < 0)
		server->only = request->thread;
	server->second |= server->only != request->thread;
	return server->only != request->thread;
}

cudaError_t server_check(Server *server, SimRequest *request)
{
	if ((unsigned)request->code >= SIM_CODES)
		return cudaErrorInvalidValue;
	if (request->internal && !may_be_internal(request))
		return cudaErrorNotSupported;
	if (request->continued && !may_be_continued(request))
		return cudaErrorNotSupported;
	if ((server->frozen && !may_be_frozen(request->code)) ||
	    is_too_early(server, request->code) || is_second(server, request))
		return cudaErrorNotPermitted;
	request->continued = request->continued && is_part(server, request);
	if (!request->internal && server->result.thread == request->thread)
		server->result.made = false;
	if (!request->internal && !request->continued)
		server_blas_over();
	cudaError_t error = check_thread(server, request);
	if (error == cudaSuccess && request->code == SIM_HOST_ALLOC)
		error = check_pinned(server, request);
	request->internal = request->internal != 0;
	request->name = server_name(server, server->call.name);
	return error;
}

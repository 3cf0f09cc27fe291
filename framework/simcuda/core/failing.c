/* failing.c - a table of kinds, and counting. */
#include "framework/simcuda/core/failing.h"

#include <stdbool.h>
#include <string.h>

#include "framework/simcuda/core/launch_hash.h"

struct SimFailingKind {
	const char *name;
	cudaError_t error;
	SimCode code[3]; /* of its requests; SIM_SET_DEVICE (0) fills up and never fails */
	bool internal;   /* they are a library's own */
	bool managed;    /* of the host's memory: that which the GPUs share with it */
	bool again;      /* only what is asked for once more fails, too */
};

static const struct SimFailingKind kinds[] = {
	{"copy", cudaErrorUnknown, {SIM_COPY}, false, false, false},
	{"fill", cudaErrorUnknown, {SIM_MEMSET}, false, false, false},
	{"launch", cudaErrorLaunchOutOfResources, {SIM_LAUNCH}, false, false, false},
	{"memory", cudaErrorMemoryAllocation, {SIM_MALLOC}, false, false, false},
	{"handle", cudaErrorMemoryAllocation, {SIM_MALLOC}, true, false, false},
	{"sync",
	 cudaErrorUnknown,
	 {SIM_SYNC_DEVICE, SIM_STREAM_SYNC, SIM_EVENT_SYNC},
	 false,
	 false,
	 false},
	{"pinned", cudaErrorMemoryAllocation, {SIM_HOST_ALLOC}, false, false, false},
	{"managed", cudaErrorMemoryAllocation, {SIM_HOST_ALLOC}, false, true, false},
	{"stream", cudaErrorUnknown, {SIM_STREAM_CREATE}, false, false, false},
	{"event", cudaErrorUnknown, {SIM_EVENT_CREATE}, false, false, false},
	{"record", cudaErrorUnknown, {SIM_EVENT_RECORD}, false, false, false},
	{"wait", cudaErrorUnknown, {SIM_STREAM_WAIT}, false, false, false},
	{"query", cudaErrorUnknown, {SIM_STREAM_QUERY, SIM_EVENT_QUERY}, false, false, false},
	{"host", cudaErrorUnknown, {SIM_HOST_FUNCTION}, false, false, false},
	/* behind "launch", as which it is noted */
	{"again", cudaErrorLaunchOutOfResources, {SIM_LAUNCH}, false, false, true},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

int sim_failing_set(SimFailing *failing, const char *kind, int64_t at, int64_t times)
{
	const struct SimFailingKind *found = NULL;
	for (int i = 0; kind && i < KINDS; i++)
		if (strcmp(kind, kinds[i].name) == 0)
			found = &kinds[i];
	if (kind && (!found || at < 1 || times < 1 || times > INT64_MAX - at))
		return -1;
	*failing = (SimFailing){.kind = found, .first = at, .last = at + times - 1};
	return 0;
}

static bool is_of(const struct SimFailingKind *kind, const SimRequest *request)
{
	const SimCode code = request->code;
	if ((request->internal != 0) != kind->internal)
		return false;
	if (code == SIM_HOST_ALLOC && (request->u.host.kind == SIM_HOST_MANAGED) != kind->managed)
		return false;
	for (int i = 0; i < 3; i++)
		if (kind->code[i] == code && code != SIM_SET_DEVICE)
			return true;
	return false;
}

/* One of no bytes does nothing, and nobody counts it. Nor is a further part of a call one of its own. */
static bool is_none(const SimRequest *request)
{
	return request->continued ||
	       (request->code == SIM_COPY &&
		(request->u.copy.width == 0 || request->u.copy.rows == 0)) ||
	       (request->code == SIM_MEMSET && request->u.memset.bytes == 0) ||
	       (request->code == SIM_MALLOC && request->u.malloc.bytes == 0);
}

const char *sim_failing_kind(const SimRequest *request)
{
	for (int i = 0; i < KINDS && !is_none(request); i++)
		if (is_of(&kinds[i], request))
			return kinds[i].name;
	return NULL;
}

/* Whether it is another launch than the one that failed, and so goes well. */
static bool is_other_launch(SimFailing *failing, const SimRequest *request)
{
	const uint64_t hash = failing->kind->again ? sim_launch_hash(request) : 0;
	if (failing->failed == 0) {
		failing->launch = hash;
		failing->thread = request->thread;
	}
	return failing->launch != hash;
}

cudaError_t sim_failing_due(SimFailing *failing, const SimRequest *request)
{
	if (!failing->kind || is_none(request) || !is_of(failing->kind, request))
		return cudaSuccess;
	/* what another thread launches does not come between a launch and the next one */
	if (failing->kind->again && failing->failed > 0 && failing->thread != request->thread)
		return cudaSuccess;
	failing->seen++;
	if (failing->seen < failing->first || failing->seen > failing->last ||
	    is_other_launch(failing, request))
		return cudaSuccess;
	failing->failed++;
	return failing->kind->error;
}

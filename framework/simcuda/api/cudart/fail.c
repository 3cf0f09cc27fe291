/* fail.c - operations that fail because somebody asked for it: a way to see what a program does
 * when a call fails, which on a simulated machine hardly any does by itself. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/api/cudart/runtime.h"

typedef struct Failure {
	const char *kind;
	cudaError_t error;
	SimCode code[3]; /* of its requests; SIM_SET_DEVICE (0) fills up and never fails */
} Failure;

static const Failure failures[] = {
	{"copy", cudaErrorUnknown, {SIM_COPY}},
	{"fill", cudaErrorUnknown, {SIM_MEMSET}},
	{"launch", cudaErrorLaunchOutOfResources, {SIM_LAUNCH}},
	{"memory", cudaErrorMemoryAllocation, {SIM_MALLOC}},
	{"sync", cudaErrorUnknown, {SIM_SYNC_DEVICE, SIM_STREAM_SYNC, SIM_EVENT_SYNC}},
};

enum { KINDS = sizeof failures / sizeof *failures };

static _Atomic(const Failure *) chosen;
static atomic_llong first, last; /* which operations of that kind fail, */
static atomic_llong seen;        /* of so many that there were; */
static atomic_int failed;        /* so many did */

int simcuda_fail(const char *kind, int64_t at, int64_t times)
{
	const Failure *found = NULL;
	for (int i = 0; kind && i < KINDS; i++)
		if (strcmp(kind, failures[i].kind) == 0)
			found = &failures[i];
	if (kind && (!found || at < 1 || times < 1 || times > INT64_MAX - at))
		return -1;
	atomic_store(&chosen, NULL);
	int before = atomic_exchange(&failed, 0);
	atomic_store(&first, at);
	atomic_store(&last, at + times - 1);
	atomic_store(&seen, 0);
	atomic_store(&chosen, found);
	return before;
}

int fail_choose(const char *choice)
{
	const char *colon = choice ? strchr(choice, ':') : NULL;
	char kind[16] = "", *end = NULL;
	if (!choice || !*choice)
		return 0;
	if (!colon || (size_t)(colon - choice) >= sizeof kind)
		return -1;
	memcpy(kind, choice, (size_t)(colon - choice));
	long long times = 1, at = strtoll(colon + 1, &end, 10);
	const char *cross = end;
	if (end == colon + 1)
		return -1;
	if (*cross == 'x')
		times = strtoll(cross + 1, &end, 10);
	return *end || end == cross + 1 || simcuda_fail(kind, at, times) < 0 ? -1 : 0;
}

cudaError_t fail_due(const SimRequest *request)
{
	const Failure *failure = atomic_load(&chosen);
	if (!failure || request->internal || request->continued || request->code == SIM_SET_DEVICE)
		return cudaSuccess;
	int takes = 0;
	for (int i = 0; i < 3; i++)
		takes |= failure->code[i] == request->code;
	if (!takes)
		return cudaSuccess;
	long long number = atomic_fetch_add(&seen, 1) + 1;
	if (number < first || number > last)
		return cudaSuccess;
	atomic_fetch_add(&failed, 1);
	return failure->error;
}

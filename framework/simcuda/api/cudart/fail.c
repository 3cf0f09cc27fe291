/* fail.c - what SIMCUDA_FAIL and simcuda_fail() let fail (core/failing.h), for threads. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

#include "framework/simcuda/api/cudart/runtime.h"
#include "framework/simcuda/core/failing.h"

static atomic_bool armed; /* hardly ever: else no call takes the lock */
static SimFailing failing;
static once_flag once = ONCE_FLAG_INIT;
static mtx_t lock;

static void lock_make(void)
{
	mtx_init(&lock, mtx_plain);
}

static int fail_set(const char *kind, int64_t at, int64_t times)
{
	call_once(&once, lock_make);
	mtx_lock(&lock);
	int before = (int)failing.failed;
	int bad = sim_failing_set(&failing, kind, at, times);
	atomic_store(&armed, failing.kind != NULL);
	mtx_unlock(&lock);
	return bad ? -1 : before;
}

int simcuda_fail(const char *kind, int64_t at, int64_t times)
{
	return failure_is_kept() ? -1 : fail_set(kind, at, times);
}

int simcuda_fail_by(uint64_t key, const char *kind, int64_t at, int64_t times)
{
	return failure_is_key(key) ? fail_set(kind, at, times) : -1;
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
	if (!atomic_load(&armed))
		return cudaSuccess;
	mtx_lock(&lock);
	cudaError_t error = sim_failing_due(&failing, request);
	mtx_unlock(&lock);
	return error;
}

/* host_calls.c - host functions that were queued and have not run; and what is said when a program
 * seems to wait for one in a way that never lets it run.
 *
 * On hardware a thread of CUDA's own runs them. Here they run inside the program's calls and waits
 * (interpose/waits.c, interpose/futex.c), so that every run of a program does the same: a thread
 * that ran them after some real time would make results depend on the computer's speed. A loop that
 * only looks at a variable therefore waits for ever, and so do waits of which we do not know, of a
 * pipe or for another thread's end. A thread watches for that, from the first host function on, and
 * speaks once. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "framework/simcuda/api/cudart/runtime.h"

#define PATIENCE 5 /* seconds of real time */

typedef struct HostCall {
	uint64_t function, argument, stream;
	uint64_t named; /* the program's own function */
	SimSite site;
	struct HostCall *next;
} HostCall;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* nothing else is locked under it */
static HostCall *first, **end = &first;
static atomic_int calls;

int host_calls(void)
{
	return calls;
}

#ifndef RUNTIME_WATCHED

/* A copy of the one that waits longest; 0 when there is none. */
static int look_at_first(HostCall *copy)
{
	pthread_mutex_lock(&lock);
	int found = first != NULL;
	if (found)
		*copy = *first;
	pthread_mutex_unlock(&lock);
	return found;
}

static void tell(const HostCall *call)
{
	const SimSite itself = {{call->named + 1}};
	char function[300], queued[300], stream[40] = "the default stream";
	Resolver *resolver = resolver_create();
	resolver_text(resolver, &itself, function, sizeof function);
	resolver_text(resolver, &call->site, queued, sizeof queued);
	resolver_free(resolver);
	if (call->stream > SIM_STREAM_PER_THREAD)
		snprintf(stream, sizeof stream, "stream %#llx", (unsigned long long)call->stream);
	fprintf(stderr,
		"simcuda: no CUDA call for %d s, and the host function at %s, queued at %s in %s, "
		"has not run yet; it runs when the program synchronises, sleeps, reads the clock, "
		"or waits for a semaphore, a condition or a future: a loop that does none of "
		"these waits for it for ever\n",
		PATIENCE, function, queued, stream);
}

static void *watch(void *unused)
{
	const struct timespec second = {1, 0};
	unsigned before = runtime_entries();
	HostCall call = {0};
	for (int quiet = 0; quiet < PATIENCE || !look_at_first(&call);) {
		syscall(SYS_nanosleep, &second, NULL);
		unsigned now = runtime_entries();
		quiet = calls && now == before && !runtime_is_busy() ? quiet + 1 : 0;
		before = now;
	}
	tell(&call);
	return unused;
}

/* Without a thread nothing is said; the program is none the worse. */
static void start_watching(void)
{
	static atomic_flag started = ATOMIC_FLAG_INIT;
	if (!atomic_flag_test_and_set(&started))
		libc_start_thread(watch);
}

#else /* ThreadSanitizer's runtime knows of no threads but the program's */

static void start_watching(void)
{
}

#endif

void host_calls_queued(const SimRequest *request, uint64_t named)
{
	HostCall *call = malloc(sizeof *call);
	calls++;
	start_watching();
	if (!call)
		return; /* it will not be named */
	*call = (HostCall){request->u.function.function,
			   request->u.function.argument,
			   request->u.function.stream,
			   named,
			   request->site,
			   NULL};
	pthread_mutex_lock(&lock);
	*end = call;
	end = &call->next;
	pthread_mutex_unlock(&lock);
}

void host_calls_gone(uint64_t function, uint64_t argument)
{
	calls--;
	pthread_mutex_lock(&lock);
	HostCall **link = &first;
	while (*link && ((*link)->function != function || (*link)->argument != argument))
		link = &(*link)->next;
	HostCall *call = *link;
	if (call) {
		*link = call->next;
		if (end == &call->next)
			end = link;
	}
	pthread_mutex_unlock(&lock);
	free(call);
}

int host_calls_next(HostCallsNext what)
{
	SimRequest request = {.code = SIM_CALL_NEXT, .internal = 1};
	SimReply reply;
	request.u.next.due = what == HOST_CALLS_RUN_DUE;
	request.u.next.ask = what == HOST_CALLS_ASK;
	if (!host_calls() || !runtime_is_ready() || runtime_inside() || runtime_unusable() ||
	    thread_is_apart())
		return 0;
	return simcuda_request(&request, &reply) == cudaSuccess && reply.value[0];
}

void host_calls_time_passed(void)
{
	while (host_calls_next(HOST_CALLS_RUN_DUE))
		;
}

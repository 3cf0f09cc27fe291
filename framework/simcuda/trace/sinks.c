/* sinks.c - from the machine's records to the sinks.
 *
 * A CUDA call may be several requests: cuBLAS queues a kernel and then fetches its result. So the
 * last call of each thread is held back until the next one shows that it is over, and what
 * libraries do inside it is added to it. */
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "framework/simcuda/trace/tracing.h"

#define GATHERED 1024 /* records in the machine before they are passed on */

#define SINKS 4
static const TraceSink *const all_sinks[SINKS] = {&trace_json, &trace_summary, &trace_timeline,
						  &trace_profile};

static const TraceSink *sink[SINKS];
static int sinks;
static int asked;            /* the environment has been looked at */
static locale_t plain;       /* a point in numbers, whatever the program's language */
static volatile int working; /* a fault in here must not start it again */

static Sim *traced; /* NULL: no machine yet */
static const TraceOwner *owner;

/* The last call of a thread, and what it issued. */
typedef struct Open {
	SimTraceRecord call; /* .call is 0: none */
	SimTraceRecord *op;
	size_t ops, room;
} Open;

static Open *opened; /* by thread */
static size_t opened_count;
static SimTraceRecord *loose; /* operations of a call whose record comes next */
static size_t loose_count, loose_room;

/* --- calls ----------------------------------------------------------------------------------- */

static int append(SimTraceRecord **list, size_t *count, size_t *room, const SimTraceRecord *record)
{
	if (*count == *room) {
		size_t more = *room ? 2 * *room : 16;
		SimTraceRecord *grown = realloc(*list, more * sizeof *grown);
		if (!grown)
			return -1;
		*list = grown;
		*room = more;
	}
	(*list)[(*count)++] = *record;
	return 0;
}

static Open *open_of(int thread)
{
	size_t index = (size_t)thread;
	if (index >= opened_count) {
		Open *grown = realloc(opened, (index + 1) * sizeof *grown);
		if (!grown)
			return NULL;
		opened = grown;
		while (opened_count <= index)
			opened[opened_count++] = (Open){.ops = 0};
	}
	return &opened[index];
}

static void deliver(Open *open)
{
	for (int i = 0; open->call.call && i < sinks; i++)
		sink[i]->call(&open->call, open->op, open->ops);
	for (size_t i = 0; i < open->ops; i++)
		free(open->op[i].profile);
	open->call.call = 0;
	open->ops = 0;
}

/* Whether a library made this request inside the call that is open. */
static int continues(const SimTraceRecord *call, const SimTraceRecord *record)
{
	return call->call && record->internal && record->start == call->end &&
	       strcmp(record->name, call->name) == 0 &&
	       memcmp(&record->site, &call->site, sizeof call->site) == 0;
}

/* A library's own call that took no time and did nothing. */
static int is_nothing(const SimTraceRecord *record)
{
	return record->internal && record->start == record->end && loose_count == 0;
}

static void take_call(const SimTraceRecord *record)
{
	Open *open = open_of(record->thread);
	if (!open || is_nothing(record)) {
		loose_count = 0;
		return;
	}
	if (continues(&open->call, record)) {
		open->call.end = record->end;
		open->call.waited += record->waited;
		if (record->error != cudaSuccess)
			open->call.error = record->error;
	} else {
		deliver(open);
		open->call = *record;
	}
	for (size_t i = 0; i < loose_count; i++)
		if (append(&open->op, &open->ops, &open->room, &loose[i]) != 0)
			free(loose[i].profile);
	loose_count = 0;
}

static void pass_on(Sim *sim)
{
	const SimTraceRecord *records;
	size_t count = sim_trace(sim, &records);
	for (size_t i = 0; i < count; i++)
		if (records[i].kind == SIM_TRACE_CALL)
			take_call(&records[i]);
		else if (append(&loose, &loose_count, &loose_room, &records[i]) != 0)
			free(records[i].profile);
	sim_trace_drop(sim);
}

/* --- beginning and end ----------------------------------------------------------------------- */

static void on_abort(int signal);
static struct sigaction before_abort;

static void open_sinks(void)
{
	asked = 1;
	for (int i = 0; i < SINKS; i++) {
		const char *path = getenv(all_sinks[i]->variable);
		if (path && *path && all_sinks[i]->open(path) == 0)
			sink[sinks++] = all_sinks[i];
	}
	if (sinks > 0)
		plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

void trace_open(void)
{
	if (!asked)
		open_sinks();
}

void trace_begin(Sim *sim, const TraceOwner *its_owner)
{
	struct sigaction action = {.sa_handler = on_abort};
	traced = sim;
	owner = its_owner;
	trace_open();
	if (sinks == 0)
		return;
	if (sim_trace_start(sim, SIZE_MAX) != 0) {
		fprintf(stderr, "simcuda: not enough memory for a trace\n");
		sinks = 0;
		return;
	}
	sigemptyset(&action.sa_mask);
	sigaction(SIGABRT, &action, &before_abort);
}

const SimMachine *trace_machine(void)
{
	return traced ? owner->machine : NULL;
}

void trace_site(const SimSite *site, char *text, size_t size)
{
	owner->site(site, text, size);
}

const char *trace_error_name(cudaError_t error)
{
	return owner->error_name(error);
}

int trace_wanted(void)
{
	return sinks > 0;
}

/* While it works, numbers are written as in C. */
static locale_t work_begin(void)
{
	working = 1;
	return plain ? uselocale(plain) : (locale_t)0;
}

static void work_end(locale_t before)
{
	if (plain)
		uselocale(before);
	working = 0;
}

static void deliver_all(void)
{
	if (traced)
		pass_on(traced);
	for (size_t i = 0; i < opened_count; i++)
		deliver(&opened[i]);
}

void trace_pass_on(void)
{
	const SimTraceRecord *records;
	if (sinks == 0 || sim_trace(traced, &records) < GATHERED)
		return;
	locale_t before = work_begin();
	pass_on(traced);
	work_end(before);
}

void trace_finish(void)
{
	trace_open();
	if (sinks == 0 || working)
		return;
	locale_t before = work_begin();
	deliver_all();
	for (int i = 0; i < sinks; i++)
		sink[i]->finish();
	work_end(before);
}

void trace_window(int open, int64_t now)
{
	if (sinks == 0)
		return;
	locale_t before = work_begin();
	deliver_all();
	for (int i = 0; i < sinks; i++)
		if (sink[i]->window)
			sink[i]->window(open, now);
	work_end(before);
}

/* --- sudden ends ----------------------------------------------------------------------------- */

int trace_is_idle(void)
{
	return sinks > 0 && !working;
}

/* The signal comes again for whoever had it before. */
static void on_abort(int signal)
{
	alarm(10); /* the program may hold locks of the C library; better dead than stuck */
	owner->abort();
	alarm(0);
	sigaction(signal, &before_abort, NULL);
	raise(signal);
}

/* Whether the host has waited for a GPU is counted, whatever it called; and what waits for nothing is not. And what the
 * machine tells of events. */
#include "framework/simcuda/tests/core/core_rig.h"

#define BYTES 8192

typedef struct Work {
	Rig rig;
	uint64_t a, b, managed, event, stopped, stream;
	char *memory;
} Work;

static void good(cudaError_t error)
{
	assert_int_equal(error, cudaSuccess);
}

static void work_open(Work *x)
{
	rig_open(&x->rig, 1);
	x->a = dev_malloc(&x->rig, BYTES);
	x->b = dev_malloc(&x->rig, BYTES);
	x->event = event_new(&x->rig, 0);
	x->stopped = event_new(&x->rig, 0);
	x->stream = stream_new(&x->rig, cudaStreamNonBlocking);
	x->memory = calloc(4, BYTES);
	assert_non_null(x->memory);
	pin(&x->rig, x->memory, BYTES);
	x->managed = address_of(x->memory + BYTES);
	good(ASK(&x->rig, .code = SIM_HOST_ALLOC, .u.host.address = x->managed,
		 .u.host.bytes = BYTES, .u.host.kind = SIM_HOST_MANAGED));
	good(event_ask(&x->rig, SIM_EVENT_RECORD, x->event, 0));
	good(event_ask(&x->rig, SIM_EVENT_RECORD, x->stopped, 0));
	good(sync_device(&x->rig));
}

static void work_close(Work *x)
{
	rig_close(&x->rig);
	free(x->memory);
}

/* What the host does; what it answers is tested elsewhere. */
typedef void Act(Work *x);

static void frees(Work *x)
{
	dev_free(&x->rig, x->b);
}

static void frees_pinned(Work *x)
{
	ASK(&x->rig, .code = SIM_HOST_FREE, .u.host.address = address_of(x->memory));
}

static void frees_managed(Work *x)
{
	ASK(&x->rig, .code = SIM_HOST_FREE, .u.host.address = x->managed);
}

static void frees_unseen(Work *x)
{
	x->rig.internal = 1;
	dev_free(&x->rig, x->b);
	x->rig.internal = 0;
}

static void frees_later(Work *x)
{
	ASK(&x->rig, .code = SIM_FREE, .u.free.address = x->b, .u.free.ordered = 1);
}

static void asks_stream(Work *x)
{
	stream_ask(&x->rig, SIM_STREAM_QUERY, 0);
}

static void asks_event(Work *x)
{
	event_ask(&x->rig, SIM_EVENT_QUERY, x->event, 0);
}

static void asks_time(Work *x)
{
	event_between(&x->rig, x->stopped, x->event);
}

static void asks_when_over(Work *x)
{
	ASK(&x->rig, .code = SIM_CLOCK_MOVE, .u.clock.by = 1000000);
	ASK(&x->rig, .code = SIM_STREAM_QUERY);
}

static void sleeps(Work *x)
{
	ASK(&x->rig, .code = SIM_CLOCK_MOVE, .u.clock.by = 10);
}

static void computes(Work *x)
{
	ASK(&x->rig, .code = SIM_HOST_WORK, .u.work.flops = 1e6);
}

static void reads_clock(Work *x)
{
	ASK(&x->rig, .code = SIM_CLOCK);
}

static void copies_in_host(Work *x)
{
	copy_on(&x->rig, address_of(x->memory + 2 * BYTES), address_of(x->memory + 3 * BYTES), 8,
		cudaMemcpyHostToHost, 1, 0);
}

static void fills_pinned(Work *x)
{
	ASK(&x->rig, .code = SIM_MEMSET, .u.memset.to = address_of(x->memory), .u.memset.bytes = 8);
}

static void copies_pageable(Work *x)
{
	copy_later(&x->rig, x->b, address_of(x->memory + 2 * BYTES), 8, 0);
}

static void copies_pinned(Work *x)
{
	copy_later(&x->rig, x->b, address_of(x->memory), 8, 0);
}

static void copies_back(Work *x)
{
	copy_now(&x->rig, address_of(x->memory + 2 * BYTES), x->a, 8);
}

static void has_function_called(Work *x)
{
	ASK(&x->rig, .code = SIM_HOST_FUNCTION, .u.function.function = 77);
	ASK(&x->rig, .code = SIM_CALL_NEXT);
}

static void queues_function(Work *x)
{
	ASK(&x->rig, .code = SIM_HOST_FUNCTION, .u.function.function = 77);
}

static void looks_for_function(Work *x)
{
	ASK(&x->rig, .code = SIM_HOST_FUNCTION, .u.function.function = 77);
	ASK(&x->rig, .code = SIM_HOST_WORK, .u.work.flops = 1e9);
	ASK(&x->rig, .code = SIM_CLOCK);
}

static void synchronizes(Work *x)
{
	sync_device(&x->rig);
}

static void waits_for_event(Work *x)
{
	event_ask(&x->rig, SIM_EVENT_SYNC, x->event, 0);
}

static void makes_things(Work *x)
{
	dev_malloc(&x->rig, 100);
	stream_ask(&x->rig, SIM_STREAM_DESTROY, x->stream);
	ASK(&x->rig, .code = SIM_EVENT_DESTROY, .u.event.event = x->stopped);
}

static const struct {
	const char *what;
	Act *act;
	uint64_t busy, idle; /* waits beside work of the GPU; behind it */
} acts[] = {
	{"cudaFree", frees, 1, 0},
	{"cudaFreeHost", frees_pinned, 1, 0},
	{"cudaFree of managed memory", frees_managed, 1, 0},
	{"a library frees", frees_unseen, 1, 0},
	{"cudaFreeAsync", frees_later, 0, 0},
	{"cudaStreamQuery", asks_stream, 1, 0},
	{"cudaEventQuery", asks_event, 1, 0},
	{"cudaEventElapsedTime", asks_time, 1, 0},
	{"sleeps until it is over, and asks", asks_when_over, 2, 0},
	{"sleeps", sleeps, 1, 0},
	{"computes", computes, 0, 0},
	{"reads the clock", reads_clock, 0, 0},
	{"a copy within the host's memory", copies_in_host, 1, 0},
	{"a fill of pinned memory", fills_pinned, 1, 1},
	{"an asynchronous copy of pageable memory", copies_pageable, 1, 1},
	{"an asynchronous copy of pinned memory", copies_pinned, 0, 0},
	{"a copy to the host", copies_back, 1, 1},
	{"a host function is waited for", has_function_called, 1, 1},
	{"a host function is queued", queues_function, 0, 0},
	{"the clock tells that a host function is due", looks_for_function, 1, 1},
	{"cudaDeviceSynchronize", synchronizes, 1, 1},
	{"cudaEventSynchronize", waits_for_event, 1, 1},
	{"things are made and destroyed", makes_things, 0, 0},
};

static uint64_t waits_of(Act *act, bool busy)
{
	Work x;
	work_open(&x);
	for (int i = 0; i < 2; i++) /* all memory is used; BYTES ns and more each */
		good(fill_later(&x.rig, i ? x.b : x.a, 1, BYTES, 0));
	good(copy_later(&x.rig, address_of(x.memory), x.a, BYTES, 0));
	good(event_ask(&x.rig, SIM_EVENT_RECORD, x.event, 0));
	if (!busy)
		good(sync_device(&x.rig));
	uint64_t before = counters(&x.rig).synchronizes;
	act(&x);
	uint64_t waits = counters(&x.rig).synchronizes - before;
	good(sync_device(&x.rig));
	work_close(&x);
	return waits;
}

static void waits_are_counted(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
		print_message("%s\n", acts[i].what);
		assert_int_equal(waits_of(acts[i].act, true), acts[i].busy);
		assert_int_equal(waits_of(acts[i].act, false), acts[i].idle);
	}
}

/* An event that was recorded behind nothing is nothing to wait for. */
static void marks_are_no_work(void **state)
{
	Work x;
	(void)state;
	work_open(&x);
	uint64_t before = counters(&x.rig).synchronizes;
	good(event_ask(&x.rig, SIM_EVENT_RECORD, x.event, 0));
	good(dev_free(&x.rig, x.b));
	good(event_ask(&x.rig, SIM_EVENT_RECORD, x.event, 0));
	good(stream_ask(&x.rig, SIM_STREAM_QUERY, 0));
	assert_int_equal(counters(&x.rig).synchronizes, before);
	work_close(&x);
}

/* By their numbers: what was destroyed is missing, and what was made later. */
static void events_are_told(void **state)
{
	Work x;
	SimEvent told[3];
	(void)state;
	work_open(&x); /* makes two, and records them */
	uint64_t last = event_new(&x.rig, 0);
	event_new(&x.rig, 0);
	good(fill_later(&x.rig, x.a, 1, BYTES, 0));
	good(event_ask(&x.rig, SIM_EVENT_RECORD, x.stopped, 0));
	good(event_ask(&x.rig, SIM_EVENT_DESTROY, x.event, 0));
	assert_int_equal(sim_events(x.rig.sim, 3, told, 3), 2);
	assert_true(told[0].number == 2 && told[0].recorded && told[0].over > now(&x.rig));
	assert_true(told[1].number == 3 && !told[1].recorded);
	good(event_ask(&x.rig, SIM_EVENT_RECORD, last, 0));
	assert_int_equal(sim_events(x.rig.sim, 4, told, 2), 2);
	assert_true(told[0].number == 3 && told[0].recorded && told[1].number == 4);
	good(sync_device(&x.rig));
	assert_true(counters(&x.rig).over_ns <= now(&x.rig));
	work_close(&x);
}

/* The clock alone settles nothing: who asks, or waits, learns that work is over. */
static void sleep_settles_nothing(void **state)
{
	Work x;
	(void)state;
	work_open(&x);
	good(sync_device(&x.rig));
	assert_int_equal(counters(&x.rig).unsettled, 0);
	good(fill_later(&x.rig, x.a, 1, BYTES, 0));
	good(ASK(&x.rig, .code = SIM_CLOCK_MOVE, .u.clock.by = 1000000));
	assert_int_equal(counters(&x.rig).working, 0);
	assert_int_equal(counters(&x.rig).unsettled, 1);
	good(stream_ask(&x.rig, SIM_STREAM_QUERY, 0));
	assert_int_equal(counters(&x.rig).unsettled, 0);
	work_close(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(waits_are_counted),
		cmocka_unit_test(marks_are_no_work),
		cmocka_unit_test(events_are_told),
		cmocka_unit_test(sleep_settles_nothing),
	};
	return cmocka_run_group_tests_name("core_waits", tests, NULL, NULL);
}

/* A host function that sleeps holds up what stands behind it, and nothing else. */
#include "framework/simcuda/tests/core/core_rig.h"

#define BYTES INT64_C(8192)
#define SLEPT INT64_C(1000000) /* longer than all else */

typedef struct Work {
	Rig rig;
	uint64_t s, t, a, b, event;
} Work;

static void good(cudaError_t error)
{
	assert_int_equal(error, cudaSuccess);
}

static void work_open(Work *x)
{
	rig_open(&x->rig, 1);
	x->a = dev_malloc(&x->rig, (uint64_t)BYTES);
	x->b = dev_malloc(&x->rig, (uint64_t)BYTES);
	x->s = stream_new(&x->rig, cudaStreamNonBlocking);
	x->t = stream_new(&x->rig, cudaStreamNonBlocking);
	x->event = event_new(&x->rig, 0);
	good(sync_device(&x->rig));
	x->rig.sleeps = SLEPT;
}

static void function_later(Work *x, uint64_t stream)
{
	good(ASK(&x->rig, .code = SIM_HOST_FUNCTION, .u.function.function = 77,
		 .u.function.stream = stream));
}

static void fill(Work *x, uint64_t to, uint64_t stream)
{
	good(fill_later(&x->rig, to, 1, (uint64_t)BYTES, stream));
}

/* What follows in the stream ends when the function has slept, and so does what waits for that. */
static void what_is_behind_waits(void **state)
{
	Work x;
	(void)state;
	work_open(&x);
	function_later(&x, x.s);
	fill(&x, x.a, x.s);
	good(event_ask(&x.rig, SIM_EVENT_RECORD, x.event, x.s));
	good(stream_wait_event(&x.rig, x.t, x.event));
	fill(&x, x.b, x.t);
	int64_t before = now(&x.rig);
	good(stream_ask(&x.rig, SIM_STREAM_SYNC, x.t));
	assert_true(now(&x.rig) > before + SLEPT);
	assert_true(now(&x.rig) < before + 2 * SLEPT);
	assert_true(counters(&x.rig).over_ns <= now(&x.rig));
	rig_close(&x.rig);
}

/* Each of several functions holds up the next one. */
static void they_add_up(void **state)
{
	Work x;
	(void)state;
	work_open(&x);
	for (int i = 0; i < 3; i++) {
		function_later(&x, x.s);
		fill(&x, x.a, x.s);
	}
	int64_t before = now(&x.rig);
	good(sync_device(&x.rig));
	assert_true(now(&x.rig) > before + 3 * SLEPT);
	assert_true(now(&x.rig) < before + 4 * SLEPT);
	rig_close(&x.rig);
}

/* Work that another stream was given before goes on beside it. */
static void other_streams_go_on(void **state)
{
	Work x;
	(void)state;
	work_open(&x);
	fill(&x, x.b, x.t);
	function_later(&x, x.s);
	fill(&x, x.a, x.s);
	int64_t before = now(&x.rig);
	good(stream_ask(&x.rig, SIM_STREAM_SYNC, x.t));
	assert_true(now(&x.rig) < before + SLEPT);
	assert_int_equal(x.rig.called, 0);
	good(sync_device(&x.rig));
	assert_true(now(&x.rig) > before + SLEPT);
	rig_close(&x.rig);
}

/* Who asks is told that it is not over until that time has passed. */
static void questions_are_told(void **state)
{
	Work x;
	(void)state;
	work_open(&x);
	function_later(&x, x.s);
	fill(&x, x.a, x.s);
	good(event_ask(&x.rig, SIM_EVENT_RECORD, x.event, x.s));
	good(ASK(&x.rig, .code = SIM_CLOCK_MOVE, .u.clock.by = SLEPT / 2));
	assert_int_equal(stream_ask(&x.rig, SIM_STREAM_QUERY, x.s), cudaErrorNotReady);
	assert_int_equal(event_ask(&x.rig, SIM_EVENT_QUERY, x.event, 0), cudaErrorNotReady);
	assert_int_equal(x.rig.called, 1);
	assert_int_equal(counters(&x.rig).unsettled, 1);
	good(ASK(&x.rig, .code = SIM_CLOCK_MOVE, .u.clock.by = 2 * SLEPT));
	good(event_ask(&x.rig, SIM_EVENT_QUERY, x.event, 0));
	assert_int_equal(counters(&x.rig).unsettled, 0);
	rig_close(&x.rig);
}

static uint64_t is_there(Rig *rig)
{
	good(ASK(rig, .code = SIM_CALL_NEXT, .u.next = {.due = 1, .ask = 1}));
	return rig->reply.value[0];
}

/* Who looks at the clock is told whether a function is there, and never whether it is due. */
static void watchers_learn_nothing(void **state)
{
	Work x;
	(void)state;
	work_open(&x);
	assert_int_equal(is_there(&x.rig), 0);
	fill(&x, x.a, x.s);
	function_later(&x, x.s);
	assert_int_equal(is_there(&x.rig), 1);
	assert_int_equal(x.rig.called, 0);
	good(sync_device(&x.rig));
	assert_int_equal(is_there(&x.rig), 0);
	rig_close(&x.rig);
}

/* Who waits for what it does has slept as long; who only looks at the clock goes on. */
static void watchers_go_on(void **state)
{
	Work x;
	(void)state;
	work_open(&x);
	function_later(&x, x.s);
	int64_t before = now(&x.rig);
	good(ASK(&x.rig, .code = SIM_CALL_NEXT));
	assert_true(now(&x.rig) >= before + SLEPT);
	function_later(&x, x.s);
	fill(&x, x.a, x.s);
	before = now(&x.rig);
	good(ASK(&x.rig, .code = SIM_CLOCK_MOVE, .u.clock.by = CALL_NS));
	good(ASK(&x.rig, .code = SIM_CALL_NEXT, .u.next.due = 1));
	assert_int_equal(x.rig.called, 2);
	assert_int_equal(now(&x.rig), before + CALL_NS);
	good(sync_device(&x.rig));
	assert_true(now(&x.rig) > before + SLEPT);
	rig_close(&x.rig);
}

/* A copy from pageable memory ends for the host when the function before it has slept. */
static void copies_wait(void **state)
{
	Work x;
	char bytes[16] = {0};
	(void)state;
	work_open(&x);
	function_later(&x, 0);
	int64_t before = now(&x.rig);
	good(copy_now(&x.rig, x.a, address_of(bytes), sizeof bytes));
	assert_true(now(&x.rig) > before + SLEPT);
	rig_close(&x.rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_behind_waits), cmocka_unit_test(they_add_up),
		cmocka_unit_test(other_streams_go_on),  cmocka_unit_test(questions_are_told),
		cmocka_unit_test(watchers_go_on),       cmocka_unit_test(watchers_learn_nothing),
		cmocka_unit_test(copies_wait),
	};
	return cmocka_run_group_tests_name("core_host_func", tests, NULL, NULL);
}

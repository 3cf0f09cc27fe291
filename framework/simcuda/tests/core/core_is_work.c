/* Which requests could go well: only these may fail as a judge has ordered. */
#include "framework/simcuda/core/sim_judge.h"
#include "framework/simcuda/tests/core/core_rig.h"

#define WORKS(rig, ...) sim_is_work((rig)->sim, &(SimRequest){__VA_ARGS__})

enum { NOWHERE = 12345 }; /* neither a stream nor an event */

static void streams(void **state)
{
	Rig rig;
	(void)state;
	rig_open(&rig, 1);
	const uint64_t there = stream_new(&rig, cudaStreamNonBlocking);
	const SimCode codes[] = {SIM_STREAM_SYNC, SIM_STREAM_QUERY};
	for (int i = 0; i < 2; i++) {
		assert_true(WORKS(&rig, .code = codes[i]));
		assert_true(WORKS(&rig, .code = codes[i], .u.stream.stream = there));
		assert_false(WORKS(&rig, .code = codes[i], .u.stream.stream = NOWHERE));
	}
	assert_int_equal(stream_ask(&rig, SIM_STREAM_DESTROY, there), cudaSuccess);
	assert_false(WORKS(&rig, .code = SIM_STREAM_SYNC, .u.stream.stream = there));
	assert_true(WORKS(&rig, .code = SIM_STREAM_CREATE));
	assert_false(WORKS(&rig, .code = SIM_STREAM_CREATE, .u.stream.flags = 99));
	rig_close(&rig);
}

static void events(void **state)
{
	Rig rig;
	(void)state;
	rig_open(&rig, 1);
	const uint64_t there = event_new(&rig, cudaEventDefault);
	const SimCode codes[] = {SIM_EVENT_SYNC, SIM_EVENT_QUERY, SIM_EVENT_RECORD};
	for (int i = 0; i < 3; i++) {
		assert_true(WORKS(&rig, .code = codes[i], .u.event.event = there));
		assert_false(WORKS(&rig, .code = codes[i], .u.event.event = NOWHERE));
	}
	assert_false(WORKS(&rig, .code = SIM_EVENT_RECORD, .u.event.event = there,
			   .u.event.stream = NOWHERE));
	assert_true(WORKS(&rig, .code = SIM_STREAM_WAIT, .u.stream.event = there));
	assert_false(WORKS(&rig, .code = SIM_STREAM_WAIT, .u.stream.event = NOWHERE));
	assert_true(WORKS(&rig, .code = SIM_EVENT_CREATE, .u.event.flags = cudaEventDisableTiming));
	assert_false(WORKS(&rig, .code = SIM_EVENT_CREATE, .u.event.flags = cudaEventInterprocess));
	rig_close(&rig);
}

static void launches(void **state)
{
	Rig rig;
	(void)state;
	rig_open(&rig, 2);
	assert_true(WORKS(&rig, .code = SIM_LAUNCH, .u.launch.device = 1));
	assert_false(WORKS(&rig, .code = SIM_LAUNCH, .u.launch.device = 2));
	assert_false(WORKS(&rig, .code = SIM_LAUNCH, .u.launch.stream = NOWHERE));
	rig_close(&rig);
}

static void memory(void **state)
{
	static unsigned char host[256];
	Rig rig;
	(void)state;
	rig_open(&rig, 1);
	for (int ordered = 0; ordered < 2; ordered++) {
		assert_true(WORKS(&rig, .code = SIM_MALLOC, .u.malloc.bytes = 64,
				  .u.malloc.ordered = ordered));
		assert_false(WORKS(&rig, .code = SIM_MALLOC, .u.malloc.bytes = UINT64_MAX - 5,
				   .u.malloc.ordered = ordered));
	}
	assert_false(WORKS(&rig, .code = SIM_MALLOC, .u.malloc.bytes = 64, .u.malloc.ordered = true,
			   .u.malloc.stream = NOWHERE));
	assert_true(WORKS(&rig, .code = SIM_HOST_ALLOC, .u.host.address = address_of(host),
			  .u.host.bytes = sizeof host));
	pin(&rig, host, sizeof host);
	assert_false(WORKS(&rig, .code = SIM_HOST_ALLOC, .u.host.address = address_of(host + 16),
			   .u.host.bytes = 16));
	rig_close(&rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(streams),
		cmocka_unit_test(events),
		cmocka_unit_test(launches),
		cmocka_unit_test(memory),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

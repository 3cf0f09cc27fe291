/* What the machine keeps of each launch: on what and when, how often the clock was read before it with no GPU at work,
 * and between them which times between two events were asked for; and about how much memory it was asked. */
#include "framework/simcuda/tests/core/core_rig.h"

static size_t log_of(const Rig *rig, const SimLaunched **log, uint64_t *readings)
{
	uint64_t lost;
	size_t count = sim_launched(rig->sim, log, &lost, readings);
	assert_int_equal(lost, 0);
	return count;
}

static void launches_are_kept(void **state)
{
	Rig rig;
	const SimLaunched *log;
	uint64_t readings;
	(void)state;
	rig_open(&rig, 1);
	uint64_t a = dev_malloc(&rig, 256), b = dev_malloc(&rig, 16);
	assert_int_equal(fill_later(&rig, a, 0, 256, 0), 0);
	assert_int_equal(fill_later(&rig, b, 0, 16, 0), 0);
	assert_int_equal(launch_accumulate(&rig, a, b, 2, 64, 0, 0), 0);
	assert_int_equal(log_of(&rig, &log, &readings), 0); /* nobody wanted it so far */
	assert_int_equal(sync_device(&rig), 0);

	sim_launched_clear(rig.sim);
	assert_int_equal(ASK(&rig, .code = SIM_CLOCK), 0);
	assert_int_equal(launch_accumulate(&rig, a, b, 2, 64, 0, 0), 0);
	assert_int_equal(ASK(&rig, .code = SIM_CLOCK), 0); /* the kernel is still running */
	assert_int_equal(launch_accumulate(&rig, a, b, 2, 64, 0, 0), 0);
	assert_int_equal(sync_device(&rig), 0);
	assert_int_equal(ASK(&rig, .code = SIM_CLOCK), 0);
	assert_int_equal(log_of(&rig, &log, &readings), 2);
	assert_int_equal(readings, 2);
	assert_string_equal(log[0].name, "accumulate");
	assert_int_equal(log[0].readings, 1);
	assert_int_equal(log[0].working, 0);
	assert_int_equal(log[1].readings, 1);
	assert_int_equal(log[1].working, 1);
	assert_true(log[1].start >= log[0].end && log[0].end > log[0].start);
	assert_true(log[0].operand[0].address == a || log[0].operand[1].address == a);
	assert_int_equal(log[0].adds, 1);
	assert_true(log[0].stream != 0 && log[0].stream == log[1].stream);

	assert_int_equal(dev_free(&rig, a), 0);
	assert_int_equal(counters(&rig).peak_bytes, 256 + 16);
	sim_launched_clear(rig.sim);
	assert_int_equal(log_of(&rig, &log, &readings), 0);
	assert_int_equal(readings, 0);
	assert_int_equal(counters(&rig).peak_bytes, 16);
	rig_close(&rig);
}

static void questions_are_kept(void **state)
{
	Rig rig;
	const SimLaunched *log;
	uint64_t readings;
	(void)state;
	rig_open(&rig, 1);
	uint64_t one = event_new(&rig, 0), two = event_new(&rig, 0);
	sim_launched_clear(rig.sim);
	assert_int_equal(ASK(&rig, .code = SIM_EVENT_RECORD, .u.event.event = one), 0);
	assert_int_equal(ASK(&rig, .code = SIM_EVENT_RECORD, .u.event.event = two), 0);
	assert_int_equal(sync_device(&rig), 0);
	assert_int_equal(
		ASK(&rig, .code = SIM_EVENT_ELAPSED, .u.event.event = one, .u.event.stop = two), 0);
	assert_int_equal(log_of(&rig, &log, &readings), 1);
	assert_string_equal(log[0].name, "");
	assert_int_equal(log[0].end - log[0].start, (int64_t)rig.reply.value[0]);
	assert_true(log[0].stream != 0);

	const uint64_t stream = stream_new(&rig, cudaStreamDefault);
	assert_int_equal(
		ASK(&rig, .code = SIM_EVENT_RECORD, .u.event.event = two, .u.event.stream = stream),
		0);
	assert_int_equal(sync_device(&rig), 0);
	assert_int_equal(
		ASK(&rig, .code = SIM_EVENT_ELAPSED, .u.event.event = one, .u.event.stop = two), 0);
	assert_int_equal(log_of(&rig, &log, &readings), 2);
	assert_int_equal(log[1].stream, 0);
	rig_close(&rig);
}

static uint64_t readings_of(const Rig *rig)
{
	const SimLaunched *log;
	uint64_t readings;
	log_of(rig, &log, &readings);
	return readings;
}

static void time_that_passes_tells_nothing(void **state)
{
	Rig rig;
	const SimLaunched *log;
	uint64_t readings;
	(void)state;
	rig_open(&rig, 1);
	uint64_t a = dev_malloc(&rig, 256), b = dev_malloc(&rig, 16), spare = dev_malloc(&rig, 16);
	uint64_t one = event_new(&rig, 0), two = event_new(&rig, 0);
	assert_int_equal(launch_accumulate(&rig, a, b, 2, 64, 0, 0), 0);
	assert_int_equal(ASK(&rig, .code = SIM_HOST_WORK, .u.work.flops = 1e12), 0);

	sim_launched_clear(rig.sim);
	assert_int_equal(ASK(&rig, .code = SIM_CLOCK), 0); /* the kernel is the caller's */
	assert_int_equal(readings_of(&rig), 1);
	assert_int_equal(ASK(&rig, .code = SIM_EVENT_RECORD, .u.event.event = one), 0);
	assert_int_equal(launch_accumulate(&rig, a, b, 2, 64, 0, 0), 0);
	assert_int_equal(ASK(&rig, .code = SIM_EVENT_RECORD, .u.event.event = two), 0);
	assert_int_equal(ASK(&rig, .code = SIM_HOST_WORK, .u.work.flops = 1e12), 0);
	assert_int_equal(ASK(&rig, .code = SIM_CLOCK), 0);
	assert_int_equal(
		ASK(&rig, .code = SIM_EVENT_ELAPSED, .u.event.event = one, .u.event.stop = two), 0);
	assert_int_equal(log_of(&rig, &log, &readings), 1);
	assert_int_equal(readings, 1);

	assert_int_equal(ASK(&rig, .code = SIM_FREE, .u.free.address = spare), 0);
	assert_int_equal(ASK(&rig, .code = SIM_CLOCK), 0); /* to free memory is no wait */
	assert_int_equal(readings_of(&rig), 1);
	assert_int_equal(ASK(&rig, .code = SIM_EVENT_QUERY, .u.event.event = two), 0);
	assert_int_equal(ASK(&rig, .code = SIM_CLOCK), 0);
	assert_int_equal(readings_of(&rig), 2);

	assert_int_equal(ASK(&rig, .code = SIM_EVENT_RECORD, .u.event.event = one), 0);
	assert_int_equal(launch_accumulate(&rig, a, b, 2, 64, 0, 0), 0);
	assert_int_equal(ASK(&rig, .code = SIM_EVENT_RECORD, .u.event.event = two), 0);
	assert_int_equal(
		ASK(&rig, .code = SIM_EVENT_ELAPSED, .u.event.event = one, .u.event.stop = two),
		cudaErrorNotReady);
	assert_int_equal(ASK(&rig, .code = SIM_HOST_WORK, .u.work.flops = 1e12), 0);
	assert_int_equal(
		ASK(&rig, .code = SIM_EVENT_ELAPSED, .u.event.event = one, .u.event.stop = two), 0);
	assert_int_equal(log_of(&rig, &log, &readings), 3);
	assert_int_equal(ASK(&rig, .code = SIM_CLOCK), 0);
	assert_int_equal(readings_of(&rig), 3);
	rig_close(&rig);
}

static uint64_t asked_about(Rig *rig)
{
	SimcudaCounters counters;
	sim_counters(rig->sim, 0, &counters);
	return counters.asked_allocations;
}

static void ask_where(Rig *rig, uint64_t address)
{
	assert_int_equal(ASK(rig, .code = SIM_POINTER, .u.pointer.address = address), 0);
}

static void memory_that_is_asked_about_counts_once(void **state)
{
	Rig rig;
	(void)state;
	rig_open(&rig, 2);
	uint64_t a = dev_malloc(&rig, 256), b = dev_malloc(&rig, 16);
	sim_launched_clear(rig.sim);
	const uint64_t before = asked_about(&rig);
	ask_where(&rig, (uint64_t)(uintptr_t)&rig); /* the host's */
	ask_where(&rig, a);
	ask_where(&rig, a + 100);
	assert_int_equal(asked_about(&rig) - before, 1);
	ask_where(&rig, b);
	ask_where(&rig, a);
	assert_int_equal(asked_about(&rig) - before, 2);
	sim_launched_clear(rig.sim);
	ask_where(&rig, a);
	assert_int_equal(asked_about(&rig) - before, 3);
	rig_close(&rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(launches_are_kept),
		cmocka_unit_test(questions_are_kept),
		cmocka_unit_test(time_that_passes_tells_nothing),
		cmocka_unit_test(memory_that_is_asked_about_counts_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

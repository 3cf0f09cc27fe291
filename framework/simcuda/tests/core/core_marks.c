/* What the machine notes of a program's moments: the values as they came, its own counters and clock of
 * then, and no more of them than it has room for. */
#include "framework/simcuda/tests/core/core_rig.h"

static void counters_are_those_of_then(void **state)
{
	Rig rig;
	const SimcudaMark *mark;
	uint64_t lost;
	(void)state;
	rig_open(&rig, 1);
	sim_mark(rig.sim, 0, 7, 8);
	SimRequest request = {.code = SIM_MALLOC, .u.malloc.bytes = 64};
	sim_call(rig.sim, &request, &rig.reply);
	sim_failed(rig.sim);
	sim_mark(rig.sim, 0, 9, UINT64_MAX);
	assert_int_equal(sim_marks(rig.sim, &mark, &lost), 2);
	assert_int_equal(lost, 0);
	assert_int_equal(mark[0].value[0], 7);
	assert_int_equal(mark[0].value[1], 8);
	assert_int_equal(mark[0].counters.allocations, 0);
	assert_int_equal(mark[1].value[1], UINT64_MAX);
	assert_int_equal(mark[1].counters.allocations, 1);
	assert_int_equal(mark[0].counters.failed, 0);
	assert_int_equal(mark[1].counters.failed, 1);
	assert_true(mark[1].counters.host_ns > mark[0].counters.host_ns);
	assert_int_equal(mark[1].inside, 0);
	SimRequest back = {.code = SIM_FREE, .u.free.address = rig.reply.value[0]};
	sim_call(rig.sim, &back, &rig.reply);
	rig_close(&rig);
}

static void the_log_is_bounded(void **state)
{
	Rig rig;
	const SimcudaMark *mark;
	uint64_t lost;
	(void)state;
	rig_open(&rig, 1);
	for (uint64_t i = 0; i < SIMCUDA_MARKS + 3; i++)
		sim_mark(rig.sim, 0, i, 0);
	assert_int_equal(sim_marks(rig.sim, &mark, &lost), SIMCUDA_MARKS);
	assert_int_equal(lost, 3);
	assert_int_equal(mark[SIMCUDA_MARKS - 1].value[0], SIMCUDA_MARKS - 1);
	sim_marks_clear(rig.sim);
	assert_int_equal(sim_marks(rig.sim, &mark, &lost), 0);
	assert_int_equal(lost, 0);
	rig_close(&rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counters_are_those_of_then),
		cmocka_unit_test(the_log_is_bounded),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

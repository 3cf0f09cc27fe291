/* Streams and events that each part of a program makes anew are found, and those that it keeps to
 * use them again are not. */
#include "framework/simcuda/tests/core/core_rig.h"

enum { ONE = 1, OTHER = 2 }; /* places */

static void part_ends(Rig *rig, int findings)
{
	assert_int_equal(ASK(rig, .code = SIM_FINISH), cudaSuccess);
	assert_int_equal(finding_count(rig), findings);
}

static uint64_t event_at(Rig *rig, int place, int gpu)
{
	rig->where = place;
	set_device(rig, gpu);
	return event_new(rig, 0);
}

static void made_anew(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 2);
	for (int part = 0; part < 2; part++) {
		part_ends(&rig, 0);
		event_at(&rig, ONE, 1);
		event_at(&rig, ONE, 1);
		rig.where = OTHER;
		set_device(&rig, 0);
		stream_new(&rig, 0);
	}
	part_ends(&rig, 2);
	const SimFinding *findings;
	assert_int_equal(sim_findings(rig.sim, &findings), 2);
	assert_string_equal(findings[0].message,
			    "2 streams on GPU 0 were never destroyed: each call makes its own");
	assert_int_equal(findings[0].site[0].frame[0], OTHER);
	assert_string_equal(findings[1].message,
			    "4 events on GPU 1 were never destroyed: each call makes its own");
	assert_int_equal(findings[1].site[0].frame[0], ONE);
	assert_int_equal(findings[1].kind, SIM_FINDING_LEAK);
	event_at(&rig, ONE, 1); /* nobody is told of the same twice */
	part_ends(&rig, 2);
	rig_close(&rig);
}

/* Each of these is no mistake: used again, given back, of another place or GPU, or of a library. */
static void kept_on_purpose(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 2);
	uint64_t again = event_at(&rig, ONE, 0), gone = event_at(&rig, OTHER, 0);
	rig.where = ONE;
	uint64_t stream = stream_new(&rig, 0);
	part_ends(&rig, 0);
	assert_int_equal(event_ask(&rig, SIM_EVENT_RECORD, again, stream), cudaSuccess);
	assert_int_equal(event_ask(&rig, SIM_EVENT_DESTROY, gone, 0), cudaSuccess);
	event_at(&rig, ONE, 0);
	event_at(&rig, OTHER, 0);
	set_device(&rig, 0);
	rig.where = ONE;
	stream_new(&rig, 0);
	part_ends(&rig, 0);
	part_ends(&rig, 0); /* nothing is made */
	event_at(&rig, ONE, 1);
	event_at(&rig, 3, 0);
	rig.internal = 1;
	event_at(&rig, OTHER, 0);
	rig.internal = 0;
	part_ends(&rig, 0);
	rig_close(&rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(made_anew),
		cmocka_unit_test(kept_on_purpose),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

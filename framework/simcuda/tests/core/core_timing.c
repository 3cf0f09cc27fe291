/* Clock readings: which ones time work that is still running, and which are meant so. Each row is a
 * small program: a digit reads the clock at that place, L queues a kernel, E records an event, S
 * waits, H lets the host work for longer than the kernel takes, T is the other thread's turn, W begins
 * a judge's window. */
#include "framework/simcuda/core/sim_judge.h"
#include "framework/simcuda/tests/core/core_rig.h"

static const struct {
	const char *program;
	int findings;          /* when it has ended */
	uint64_t read, queued; /* the places that the last one names: of a digit, and of L */
} rows[] = {
	{"1LS2", 0, 0, 0},             /* right */
	{"1L2", 1, '2', 'L'},          /* never waits */
	{"1L2S", 1, '2', 'L'},         /* waits too late */
	{"1L2S3", 0, 0, 0},            /* takes both times: queueing and all */
	{"1L2S1L2S1LS2", 1, '2', 'L'}, /* the mistake in a loop */
	{"1L2S31L2S3", 0, 0, 0},       /* both times in a loop */
	{"1L1L1LS1", 0, 0, 0},         /* laps */
	{"1L222S", 0, 0, 0},           /* a loop that polls */
	{"1L2221L2221S", 0, 0, 0},
	{"12LS", 0, 0, 0},  /* nothing between */
	{"1E2S", 0, 0, 0},  /* an event is no work */
	{"1LH2S", 0, 0, 0}, /* it is over by then, whoever knows */
	{"1LE2S", 1, '2', 'L'},
	{"L1S2", 0, 0, 0},         /* queued before: the interval has all that is left of it */
	{"1L2L3L4S", 3, '4', 'L'}, /* three intervals, no wait */
	{"1TLT2S", 0, 0, 0},       /* another thread's work */
	{"1T1LT2TS2T", 0, 0, 0},
	{"1T1LT2T2STS3", 1, '2', 'L'}, /* that thread's own mistake */
	{"1LS2L1LS2", 1, '1', 'L'}, /* a call for a call: the interval between them has work, too */
	{"1LS2LW1LS2", 0, 0, 0},    /* but not where that is another's */
	{"1L2SW1LS2", 1, '2', 'L'}, /* a mistake of the call before stays one */
	{"", 0, 0, 0},
};

static void run(const char *program, Rig *rig)
{
	uint64_t event = event_new(rig, 0), a = dev_malloc(rig, 16);
	assert_int_equal(fill_later(rig, a, 0, 16, 0), 0);
	assert_int_equal(sync_device(rig), 0);
	for (const char *step = program; *step; step++) {
		rig->where = (uint64_t)*step;
		if (*step >= '0' && *step <= '9')
			assert_int_equal(ASK(rig, .code = SIM_CLOCK), 0);
		else if (*step == 'L')
			assert_int_equal(launch_accumulate(rig, a, a, 1, 16, 5000, 0), 0);
		else if (*step == 'E')
			assert_int_equal(event_ask(rig, SIM_EVENT_RECORD, event, 0), 0);
		else if (*step == 'S')
			assert_int_equal(sync_device(rig), 0);
		else if (*step == 'H')
			assert_int_equal(ASK(rig, .code = SIM_HOST_WORK, .u.work.flops = 1e5), 0);
		else if (*step == 'W')
			sim_launched_clear(rig->sim);
		else
			rig->thread = !rig->thread;
	}
	assert_int_equal(dev_free(rig, a), 0);
	assert_int_equal(ASK(rig, .code = SIM_FINISH), 0);
}

static void readings(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		Rig rig;
		rig_open(&rig, 1);
		run(rows[i].program, &rig);
		if (finding_count(&rig) != rows[i].findings)
			fail_msg("%s: %d findings", rows[i].program, finding_count(&rig));
		if (rows[i].findings)
			assert_finding(
				&rig, SIM_FINDING_UNSYNCHRONISED_TIMING,
				"the clock is read while kernel accumulate is still running: "
				"this times only how long it took to queue it; wait for it "
				"first",
				rows[i].read, rows[i].queued);
		rig_close(&rig);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(readings),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

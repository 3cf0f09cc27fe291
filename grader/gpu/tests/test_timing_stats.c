/* test_timing_stats.c - what times are told to mean, and what the driver's tables are read as. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

#include "grader/gpu/gpu_status.h"
#include "grader/gpu/timing_stats.h"

#define QUIET                                                                                      \
	{                                                                                          \
		100, 101, 99, 102, 98, 100, 100                                                    \
	}

static TimingVerdict decide(const double *program, const double *reference)
{
	TimingStats p = timing_stats_of(program), r = timing_stats_of(reference);

	return timing_decide(&p, &r);
}

static void scaled(const double *times, double factor, double *out)
{
	for (int i = 0; i < TIMING_ROUNDS; i++)
		out[i] = times[i] * factor;
}

static void test_medians(void **state)
{
	const double times[TIMING_ROUNDS] = {5, 900, 7, 6, 8, 0.1, 9};
	TimingStats m = timing_stats_of(times);
	(void)state;

	assert_true(m.median == 7 && m.low == 5 && m.high == 9);
	assert_true(fabs(m.spread - 4.0 / 7) < 1e-12);
}

/* The verdict depends on the ratio alone: the same at every scale. */
static void test_ratios(void **state)
{
	static const struct {
		double ratio;
		TimingVerdict wanted;
	} rows[] = {
		{1, TIMING_FITS},     {0.75, TIMING_FITS}, {1.45, TIMING_FITS},
		{0.7, TIMING_NOISY},  {1.5, TIMING_NOISY}, /* some of it within, some not */
		{0.65, TIMING_SHORT}, {0.1, TIMING_SHORT}, {0, TIMING_SHORT},
		{-1, TIMING_SHORT},   {1.6, TIMING_LONG},  {1e6, TIMING_LONG},
	};
	static const double scales[] = {1e-6, 1e-3, 1, 1e3, 1e6};
	const double quiet[] = QUIET;
	(void)state;

	for (size_t k = 0; k < sizeof scales / sizeof *scales; k++)
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			double program[TIMING_ROUNDS], reference[TIMING_ROUNDS];

			scaled(quiet, scales[k] * rows[i].ratio, program);
			scaled(quiet, scales[k], reference);
			assert_int_equal(decide(program, reference), rows[i].wanted);
		}
}

/* One outlier on each side is left out; two are noise, not a mark. */
static void test_noise(void **state)
{
	const double quiet[] = QUIET;
	const double one[] = {100, 101, 900, 102, 1, 100, 100};
	const double two[] = {100, 900, 900, 102, 98, 100, 100};
	const double wild[] = {100, 200, 50, 300, 80, 150, 400};
	(void)state;

	assert_int_equal(decide(one, quiet), TIMING_FITS);
	assert_int_equal(decide(quiet, one), TIMING_FITS);
	assert_int_equal(decide(two, quiet), TIMING_NOISY);
	assert_int_equal(decide(quiet, two), TIMING_NOISY);
	assert_int_equal(decide(wild, wild), TIMING_NOISY);

	/* even if the medians are far apart */
	double far[TIMING_ROUNDS];

	scaled(wild, 10, far);
	assert_int_equal(decide(far, quiet), TIMING_NOISY);
}

/* A reference that cannot be true proves nothing. */
static void test_bad_reference(void **state)
{
	const double quiet[] = QUIET, nothing[TIMING_ROUNDS] = {0};
	double bad[] = QUIET;
	(void)state;

	assert_int_equal(decide(quiet, nothing), TIMING_NOISY);
	for (int i = 0; i < TIMING_ROUNDS; i++)
		bad[i] = NAN;
	assert_int_equal(decide(quiet, bad), TIMING_NOISY);
	assert_int_not_equal(decide(bad, quiet), TIMING_FITS);
}

static void test_driver(void **state)
{
	GpuStatus s = {.looks = 0};
	(void)state;

	assert_int_equal(gpu_status_parse("NVIDIA H200, 1980, 41, 0x0000000000000001\n"
					  "NVIDIA H200, 345, [N/A], 0x0000000000000004\n",
					  "", &s),
			 0);
	assert_int_equal(s.looks, 1);
	assert_string_equal(s.name, "NVIDIA H200");
	assert_true(s.clock[0] == 345 && s.clock[1] == 1980);
	assert_true(s.temperature[0] == 41 && s.temperature[1] == 41);
	assert_true(!s.slowed && s.others == 0);

	assert_int_equal(
		gpu_status_parse("NVIDIA H200, 2010, 55, 0x0000000000000008\n", "12\n3456\n", &s),
		0);
	assert_true(s.clock[1] == 2010 && s.temperature[1] == 55 && s.slowed && s.others == 2);
	assert_int_equal(gpu_status_parse("NVIDIA H200, 1980, 41, 0x0\n", "7", &s), 0);
	assert_true(s.slowed && s.others == 2 && s.looks == 3); /* what was seen stays seen */
}

static void test_driver_reasons(void **state)
{
	static const struct {
		const char *reasons;
		int slowed;
	} rows[] = {{"0x0000000000000001", 0}, {"0x0000000000000002", 0},
		    {"0x0000000000000004", 0}, {"0x0000000000000008", 1},
		    {"0x0000000000000010", 0}, {"0x0000000000000020", 1},
		    {"0x0000000000000040", 1}, {"0x0000000000000080", 1},
		    {"0x0000000000000100", 0}, {"[N/A]", 0}};
	char line[100];
	(void)state;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		GpuStatus s = {.looks = 0};

		snprintf(line, sizeof line, "T4, 585, 30, %s", rows[i].reasons);
		assert_int_equal(gpu_status_parse(line, "", &s), 0);
		assert_int_equal(s.slowed, rows[i].slowed);
	}
}

static void test_driver_nonsense(void **state)
{
	static const char *const lines[] = {"",
					    "\n",
					    "No devices were found",
					    ", 1, 2, 0x0",
					    "T4, [N/A], 30, 0x0",
					    "T4, fast, 30, 0x0",
					    ",,,,,,,"};
	(void)state;

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		GpuStatus s = {.looks = 0};

		assert_int_equal(gpu_status_parse(lines[i], "12\n", &s), -1);
		assert_int_equal(s.looks, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_medians),         cmocka_unit_test(test_ratios),
		cmocka_unit_test(test_noise),           cmocka_unit_test(test_bad_reference),
		cmocka_unit_test(test_driver),          cmocka_unit_test(test_driver_reasons),
		cmocka_unit_test(test_driver_nonsense),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

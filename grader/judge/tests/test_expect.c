/* test_expect.c - the expectations: what passes, what fails, and in which words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grader/base/large.h"
#include "grader/judge/judge_state.h"

static const LabChecks no_lab; /* a lab without causes of its own */
static Judge judge = {.lab = &no_lab};

/* Runs one expectation; the message it left with, or "" when it returned. */
#define MESSAGE(expectation)                                                                       \
	(strcpy(judge.verdict.message, ""),                                                        \
	 setjmp(judge.leave) == 0 ? (void)(expectation) : (void)0, judge.verdict.message)
#define PASSES(expectation)      assert_string_equal(MESSAGE(expectation), "")
#define FAILS(expectation, text) assert_string_equal(MESSAGE(expectation), text)

static void test_numbers(void **state)
{
	Judge *j = &judge;
	(void)state;

	PASSES(judge_int(j, "n", 3, 3));
	FAILS(judge_int(j, "the number of GPUs", 3, 2), "the number of GPUs: wanted 2, got 3");
	PASSES(judge_real(j, "t", 1.0005, 1, 1e-3));
	FAILS(judge_real(j, "t", 1.5, 1, 1e-3), "t: wanted 1, got 1.5");
	PASSES(judge_real(j, "t", 1000.5, 1000, 1e-3)); /* relative above 1 */
	FAILS(judge_real(j, "t", NAN, 1, 1e9), "t: wanted 1, got NaN");
	FAILS(judge_real(j, "t", 1, NAN, 1e9), "t: wanted NaN, got 1");
	PASSES(judge_real(j, "t", INFINITY, INFINITY, 0));
	FAILS(judge_real(j, "t", 1, INFINITY, 1e9), "t: wanted inf, got 1");
	FAILS(judge_real(j, "t", 1.00001, 1, 1e-6),
	      "t: wanted 1 within 1e-06, got a number near it");
	PASSES(judge_at_most(j, "copies", 1, 1));
	FAILS(judge_at_most(j, "copies", 2, 1), "copies: wanted at most 1, got 2");
	FAILS(judge_at_most(j, "copies", NAN, 1), "copies: wanted at most 1, got NaN");
	PASSES(judge_at_least(j, "speed-up", 2, 1.9));
	FAILS(judge_at_least(j, "speed-up", 1.23456, 1.9),
	      "speed-up: wanted at least 1.9, got 1.235");
	FAILS(judge_at_most(j, "bytes", 123456789, 1000),
	      "bytes: wanted at most 1000, got 123456789");
	FAILS(judge_that(j, 0, "%s is wrong", "it"), "it is wrong");
	PASSES(judge_that(j, 1, "%s is wrong", "it"));
	FAILS(judge_fail(j, "a\nb\001"), "a b\\x01");
}

static void test_shapes_devices_texts(void **state)
{
	Judge *j = &judge;
	Device cpu = {DEVICE_CPU, 0}, cpu7 = {DEVICE_CPU, 7}, gpu1 = {DEVICE_GPU, 1};
	Device gpu0 = {DEVICE_GPU, 0};
	(void)state;

	PASSES(judge_device(j, "z", cpu, cpu7)); /* there is one CPU */
	PASSES(judge_device(j, "z", gpu1, gpu1));
	FAILS(judge_device(j, "z", gpu0, gpu1), "z: wanted gpu:1, got gpu:0");
	FAILS(judge_device(j, "z", cpu, gpu0), "z: wanted gpu:0, got cpu");
	PASSES(judge_shape(j, "z", SHAPE(2, 3), SHAPE(2, 3)));
	FAILS(judge_shape(j, "z", SHAPE(3, 2), SHAPE(2, 3)), "z: wanted (2, 3), got (3, 2)");
	FAILS(judge_shape(j, "z", SHAPE(2, 3, 1), SHAPE(2, 3)), "z: wanted (2, 3), got (2, 3, 1)");
	FAILS(judge_shape(j, "z", SHAPE_SCALAR, SHAPE(1)),
	      "z: wanted (1), got () (a single number)");
	PASSES(judge_text_is(j, "name", "a", "a"));
	FAILS(judge_text_is(j, "name", "b", "a"), "name: wanted \"a\", got \"b\"");
	FAILS(judge_text_is(j, "name", NULL, "a"), "name: wanted \"a\", got nothing");
}

static void test_arrays(void **state)
{
	Judge *j = &judge;
	const float wanted[] = {1, 2, 3}, close[] = {1, 2.0000005F, 3}, wrong[] = {1, 2, 4};
	const float bad[] = {1, NAN, 3}, zero[] = {0}, minus_zero[] = {-0.0F};
	(void)state;

	PASSES(judge_floats(j, "x", close, wanted, 3, 1e-6));
	FAILS(judge_floats(j, "x", wrong, wanted, 3, 1e-6), "x: element 2: wanted 3, got 4");
	FAILS(judge_floats(j, "x", bad, wanted, 3, 1e9), "x: element 1: wanted 2, got NaN");
	FAILS(judge_floats(j, "x", bad, bad, 3, 1),
	      "x: element 1: wanted NaN within 1, got a number near it");
	FAILS(judge_floats(j, "x", NULL, wanted, 3, 1),
	      "x: wanted 3 numbers, got nothing that can be read");
	PASSES(judge_floats(j, "x", NULL, wanted, 0, 1));
	PASSES(judge_floats(j, "x", minus_zero, zero, 1, 0));
}

/* What a program has sent, and nothing behind it. */
static void test_results_are_short(void **state)
{
	Judge *j = &judge;
	const float wanted[] = {1, 2, 3};
	Run run = {.judge = j};
	(void)state;

	const Value *value = values_add(&run.answers.results, FRAME_FLOATS, "x", sizeof wanted);
	const float *came = memcpy((void *)(uintptr_t)value->payload, wanted, sizeof wanted);
	j->runs = &run;
	PASSES(judge_floats(j, "x", came, wanted, 3, 0));
	FAILS(judge_floats(j, "x", came, (float[9]){1, 2, 3}, 9, 0), "x: wanted 9 numbers, got 3");
	FAILS(judge_floats(j, "x", came + 1, wanted, 3, 0), "x: wanted 3 numbers, got 2");
	assert_int_equal(results_behind(j, wanted), -1);
	j->runs = NULL;
	values_free(&run.answers.results);
}

static void test_inputs_are_drawn(void **state)
{
	Judge *j = &judge;
	(void)state;

	float *numbers = judge_uniform(j, 1000, -1, 1);
	int64_t below = 0;

	for (int i = 0; i < 1000; i++) {
		assert_true(numbers[i] >= -1 && numbers[i] < 1);
		below += numbers[i] < 0;
	}
	assert_in_range(below, 400, 600);
	assert_string_equal(judge_text(j, "%d of %s", 2, "three"), "2 of three");
	MESSAGE(judge_between(j, 2, 1));
	assert_int_equal(judge.verdict.kind, VERDICT_ERROR);
}

static int blocks_free(void **state)
{
	(void)state;
	while (judge.blocks) {
		Block *block = judge.blocks;

		judge.blocks = block->next;
		large_free(block);
	}
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_shapes_devices_texts),
		cmocka_unit_test(test_arrays),
		cmocka_unit_test(test_results_are_short),
		cmocka_unit_test(test_inputs_are_drawn),
	};

	return cmocka_run_group_tests(tests, NULL, blocks_free);
}

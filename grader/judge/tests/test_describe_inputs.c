/* The words of a message about a run that crashed: its inputs, or what its judge says of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "grader/judge/describe_inputs.h"
#include "grader/judge/judge_state.h"

static void value_add(Run *run, FrameType type, const char *name, const void *bytes, size_t count)
{
	Value *value = values_add(&run->inputs, type, name, count);

	memcpy(value->payload, bytes, count);
}

static void assert_about(Run *run, const char *wanted)
{
	char text[ABOUT_MAX];

	assert_string_equal(about_run(run, text, sizeof text), wanted);
	values_free(&run->inputs);
}

static void every_type(void **state)
{
	const int64_t whole = -1, list[] = {1, 0, 3, 2, 4};
	const double real = 1.0 / 3;
	const FrameTensor matrix = {2, DTYPE_FLOAT32, DEVICE_GPU, 1, {0, 7}};
	const FrameTensor number = {0, DTYPE_FLOAT32, DEVICE_CPU, 0, {0}};
	const float floats[3] = {1, 2, 3};
	Run run = {.gpus = 2};

	(void)state;
	value_add(&run, FRAME_TENSOR, "x", &matrix, sizeof matrix);
	value_add(&run, FRAME_TENSOR, "y", &number, sizeof number);
	value_add(&run, FRAME_INT, "to", &whole, sizeof whole);
	value_add(&run, FRAME_REAL, "rate", &real, sizeof real);
	value_add(&run, FRAME_INTS, "gpus", list, 4 * sizeof *list);
	value_add(&run, FRAME_INTS, "all", list, sizeof list);
	value_add(&run, FRAME_FLOATS, "z", floats, sizeof floats);
	value_add(&run, FRAME_TEXT, "path", "a\nb", 3);
	value_add(&run, FRAME_INTS, "fail:copy", list, 2 * sizeof *list);
	assert_about(&run, " (inputs: x (0, 7) on gpu:1, y () on cpu, to -1, rate 0.3333, "
			   "gpus {1, 0, 3, 2}, all: 5 numbers, z: 3 numbers, path \"a b\", "
			   "a copy fails)");
}

static void none_and_too_many(void **state)
{
	const int64_t whole = INT64_MIN;
	char text[ABOUT_MAX];
	Run run = {.gpus = 2};

	(void)state;
	assert_about(&run, "");
	for (int i = 0; i < 100; i++) {
		value_add(&run, FRAME_INT, "number", &whole, sizeof whole);
		assert_true(strlen(about_run(&run, text, sizeof text)) < sizeof text);
	}
	assert_string_equal(text + strlen(text) - strlen("5808, ...)"), "5808, ...)");
	values_free(&run.inputs);
}

static void words_of_the_judge(void **state)
{
	const int64_t whole = 3;
	Run run = {.about = "from cpu to gpu:1"};

	(void)state;
	value_add(&run, FRAME_INT, "to", &whole, sizeof whole);
	assert_about(&run, " (from cpu to gpu:1)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_type),
		cmocka_unit_test(none_and_too_many),
		cmocka_unit_test(words_of_the_judge),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_device_snapshot.c - results on a GPU against what the machine wrote down. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "framework/simcuda/remote/control_page.h"
#include "grader/include/protocol.h"
#include "grader/wire/device_snapshot.h"
#include "usegpu/device.h"

static const float numbers[] = {1, 2, 3, 4}, others[] = {1, 2, 3, 5};
static int shown;
static char problem[80];

static void show(const char *name, const void *bytes, int device, unsigned late, unsigned window)
{
	RemoteShown head = {
		.bytes = sizeof numbers, .device = device, .late = late, .window = window};

	snprintf(head.name, sizeof head.name, "%s", name);
	assert_int_equal(write(shown, &head, sizeof head), sizeof head);
	assert_int_equal(write(shown, bytes, sizeof numbers), sizeof numbers);
}

static Value *tensor(Value **list, const char *name, int kind, int index)
{
	FrameTensor head = {.rank = 1, .device_kind = kind, .device_index = index, .dim = {4}};
	Value *value = values_add(list, FRAME_TENSOR, name, sizeof head + sizeof numbers);

	assert_non_null(value);
	memcpy(value->payload, &head, sizeof head);
	memcpy(value->payload + sizeof head, numbers, sizeof numbers);
	return value;
}

/* What one tensor "x", said to be on that device, comes to in that round. */
static int check(int kind, int index, int round, int later)
{
	Value *list = NULL;

	tensor(&list, "x", kind, index);
	problem[0] = '\0';

	int result = held_check(list, shown, round, later, problem, sizeof problem);

	values_free(&list);
	return result;
}

static int open_shown(void **state)
{
	(void)state;
	shown = memfd_create("shown", MFD_CLOEXEC);
	return shown < 0;
}

static int close_shown(void **state)
{
	(void)state;
	return close(shown);
}

static void test_as_it_was_said(void **state)
{
	(void)state;
	show("y", others, 0, 0, 1);
	show("x", numbers, 1, 0, 1);
	assert_int_equal(check(DEVICE_GPU, 1, 0, 0), 0);
	assert_int_equal(check(DEVICE_CPU, 0, 1, 0), 0); /* nobody asks of the host's memory */
}

static void test_otherwise(void **state)
{
	(void)state;
	assert_int_equal(check(DEVICE_GPU, 1, 0, 0), -1); /* never shown */
	show("x", others, 1, 0, 1);
	assert_int_equal(check(DEVICE_GPU, 1, 0, 0), -1);
	show("x", numbers, 0, 0, 1);
	assert_int_equal(check(DEVICE_GPU, 1, 0, 0), -1); /* on another GPU */
	assert_string_equal(problem, "x is not what the GPU holds");
	show("x", numbers, 1, 0, 2);
	assert_int_equal(check(DEVICE_GPU, 1, 0, 0), -1); /* in another round */
	assert_int_equal(check(DEVICE_GPU, 1, 1, 0), 0);
}

static void test_late(void **state)
{
	(void)state;
	show("x", numbers, 1, 1, 1);
	assert_int_equal(check(DEVICE_GPU, 1, 0, 0), -1);
	assert_string_equal(problem, "x was written after the call");
	assert_int_equal(check(DEVICE_GPU, 1, 0, 1), 0);
}

static void test_floats(void **state)
{
	Value *list = NULL, *value = values_add(&list, FRAME_FLOATS, "f", sizeof numbers);

	(void)state;
	memcpy(value->payload, numbers, sizeof numbers);
	assert_int_equal(held_check(list, shown, 0, 0, problem, sizeof problem), 0);
	show("f", others, 0, 0, 1);
	assert_int_equal(held_check(list, shown, 0, 0, problem, sizeof problem), -1);
	values_free(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_as_it_was_said, open_shown, close_shown),
		cmocka_unit_test_setup_teardown(test_otherwise, open_shown, close_shown),
		cmocka_unit_test_setup_teardown(test_late, open_shown, close_shown),
		cmocka_unit_test_setup_teardown(test_floats, open_shown, close_shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

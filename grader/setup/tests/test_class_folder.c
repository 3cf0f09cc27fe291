/* test_class_folder.c - which folders are those of an assignment, wherever the kit lies. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "grader/setup/class_folder.h"

static void test_assignment(void **state)
{
	(void)state;
	assert_string_equal(class_assignment("build/class/gpu26/assignments/lab4"),
			    "/assignments/lab4");
	assert_string_equal(
		class_assignment("/home/a/assignments/usegpu/build/class/gpu26/assignments/lab4"),
		"/assignments/lab4");
	assert_string_equal(class_assignment("/assignments/lab4"), "/assignments/lab4");
}

/* also where the kit lies in such a folder */
static void test_class(void **state)
{
	static const char *const folders[] = {"build/class/gpu26",
					      "/home/a/assignments/usegpu/build/class/gpu26",
					      "build/class/assignments",
					      "build/class/my-assignments/x/",
					      "assignments/lab4",
					      "gpu26",
					      ""};

	(void)state;
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		assert_null(class_assignment(folders[i]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_assignment),
		cmocka_unit_test(test_class),
	};

	return cmocka_run_group_tests_name("class_folder", tests, NULL, NULL);
}

/* test_task_text.c - which comments of tasks are told to read otherwise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "grader/grade/task_text.h"

static const char kit[] =
	"/* 2.1 (1 point, core)  On which device?\n *   returns  its number */\nint f(void) {}\n"
	"/* 2.2 (2 points, core)  Make ones.\n *   returns  NULL if a call fails */\nint g(void) "
	"{}\n";

static void test_same(void **state)
{
	(void)state;
	assert_false(task_differs(kit, kit, "2.1"));
	assert_false(task_differs(kit, kit, "2.2"));
	/* an editor has wrapped it, and lines end otherwise */
	assert_false(task_differs(
		"/* 2.2 (2 points, core)  Make\r\n\t\t * ones. returns\r\n NULL if a call fails */",
		kit, "2.2"));
}

static void test_other(void **state)
{
	static const char *const others[] = {
		"/* 2.2 (2 points, core)  Make ones.\n *   returns  NULL */\nint g(void) {}\n",
		"/* 2.2 (2 points, core)  Make ones.\n *   returns  NULL if a call fails, or 0 */",
		"/* 2.2 (3 points, core)  Make ones.\n *   returns  NULL if a call fails */",
	};

	(void)state;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		assert_true(task_differs(others[i], kit, "2.2"));
		assert_true(task_differs(kit, others[i], "2.2"));
		assert_false(task_differs(others[i], kit, "2.1"));
	}
}

/* who has taken the comments away has no other task */
static void test_none(void **state)
{
	static const char *const without[] = {"", "int g(void) {}", "/* 2.2 is done */",
					      "/* 2.2 (2 points", "/* 2.22 (2 */"};

	(void)state;
	for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
		assert_false(task_differs(without[i], kit, "2.2"));
		assert_false(task_differs(kit, without[i], "2.2"));
	}
	assert_false(task_differs(kit, kit, "2.91"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same),
		cmocka_unit_test(test_other),
		cmocka_unit_test(test_none),
	};

	return cmocka_run_group_tests_name("task_text", tests, NULL, NULL);
}

/* test_export_junit.c - the XML that CI systems read. */
#include "grader/export/tests/export_one.h"

static int count_of(const char *text, const char *part)
{
	int count = 0;

	for (; (text = strstr(text, part)); text++)
		count++;
	return count;
}

/* export.test has xmllint read it; here: what stands in it. */
static void test_junit(void **state)
{
	(void)state;
	record_make("error");
	char *text = kit_write(junit_write, &job, 0, NULL);

	assert_non_null(strstr(text,
			       "<testsuites name=\"a&amp;&quot;da\" tests=\"6\" failures=\"2\" "
			       "errors=\"1\">"));
	assert_non_null(strstr(text, "<testsuite name=\"lab7_two_gpus\" tests=\"4\" failures=\"1\" "
				     "errors=\"1\" skipped=\"1\">"));
	assert_int_equal(count_of(text, "<testcase "), 6);
	assert_int_equal(count_of(text, "<failure "), 2);
	assert_int_equal(count_of(text, "<skipped "), 1);
	assert_int_equal(count_of(text, "<error "), 1);
	assert_non_null(strstr(text, "name=\"3.1 copies &amp; &lt;moves&gt;\"/>"));
	assert_non_null(strstr(text, "wanted 金 &lt; 김, came ]]&gt; \\x1b[31m \\xef\\xbf\\xbf é"));
	free(text);
	record_release(&record);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_junit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

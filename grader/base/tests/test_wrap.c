/* test_wrap.c - where lines break, and which of a compiler's lines are shown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grader/base/wrap.h"
#include "grader/compile/diagnostics.h"

static void wraps(int width, int column, const char *text, const char *wanted)
{
	char *got = NULL;
	size_t bytes;
	FILE *out = open_memstream(&got, &bytes);

	assert_non_null(out);
	wrap_print(out, width, column, "> ", text);
	fclose(out);
	assert_string_equal(got, wanted);
	free(got);
}

static void test_wrap(void **state)
{
	(void)state;
	wraps(0, 0, "one two three", "one two three\n");
	wraps(7, 0, "one two three", "one two\n> three\n");
	wraps(6, 0, "one two three", "one\n> two\n> three\n");
	wraps(9, 2, "one two three", "one two\n> three\n");
	wraps(4, 0, "a-long-word b", "a-long-word\n> b\n");
	wraps(9, 0, "", "\n");
	wraps(9, 0, "  a   b", "  a   b\n");
	wraps(5, 0, "\xc3\xa4\xc3\xb6 \xc3\xbc\xc3\xa4", "\xc3\xa4\xc3\xb6 \xc3\xbc\xc3\xa4\n");
}

static void errors(const char *text, const char *wanted)
{
	char copy[400];
	size_t bytes = strlen(text);

	assert_true(bytes < sizeof copy);
	memcpy(copy, text, bytes);
	bytes = diagnostics_errors(copy, bytes);
	copy[bytes] = '\0';
	assert_string_equal(copy, wanted);
}

static void test_errors(void **state)
{
	(void)state;
	errors("", "");
	errors("a.c:1: warning: x\n", "a.c:1: warning: x\n"); /* no error: all stays */
	errors("a.c: In function 'f':\na.c:1: warning: x\n 1 | x\na.c:2: error: y\n 2 | y\n"
	       "a.c:3: note: z\na.c: In function 'g':\na.c:4: warning: w\n",
	       "a.c:2: error: y\n 2 | y\na.c:3: note: z\n");
	errors("a.c: In function 'f':\na.c:2: error: y", "a.c: In function 'f':\na.c:2: error: y");
}

static void test_strip(void **state)
{
	char text[] = "/k/s/lab.h:1 and /k/s/lab.h:2 /k/x";
	size_t bytes = diagnostics_strip(text, strlen(text), "/k/s/");
	(void)state;

	text[bytes] = '\0';
	assert_string_equal(text, "lab.h:1 and lab.h:2 /k/x");
	assert_int_equal(diagnostics_strip(text, bytes, ""), bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_wrap),
		cmocka_unit_test(test_errors),
		cmocka_unit_test(test_strip),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

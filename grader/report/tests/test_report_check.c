/* test_report_check.c - what the page of a submission says of one check. */
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grader/base/text.h"
#include "grader/report/submission/check_section.h"

static char *check_page(const char *results, const char *check, const char *detail)
{
	json_t *object = json_loads(check, 0, NULL), *more = json_loads(detail, 0, NULL);
	Graded graded = {.results = json_loads(results, 0, NULL)};
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_non_null(object);
	assert_non_null(more);
	check_write(out, &graded, "lab3_copies", object, more, 0);
	fclose(out);
	json_decref(graded.results);
	json_decref(more);
	json_decref(object);
	return text;
}

static void has(const char *page, const char *part)
{
	if (!strstr(page, part))
		fail_msg("no %s in %s", part, page);
}

static void test_check_failed(void **state)
{
	(void)state;
	char *page = check_page(
		"{\"gpu\": \"sim\", \"machine\": \"2xt4\", \"seed\": 5}",
		"{\"id\": \"3.2\", \"title\": \"<b>\", \"points\": 0, \"max_points\": 2.5, "
		"\"verdict\": \"fail\", \"message\": \"copies, got or not: wanted 1, got 2, got "
		"3\", \"where\": \"lab3_copies.c:31\"}",
		"{\"findings\": [{\"kind\": \"race\", \"message\": \"x & y\", \"line\": 12}, "
		"{\"kind\": \"leak\", \"message\": \"40 bytes\", \"line\": 0}], "
		"\"output\": \"one\\n<two>\", \"cut\": true}");

	has(page, "0 of 2.5 points");
	has(page, "3.2 &lt;b&gt;");
	/* what was wanted ends with the last that came */
	has(page, "<dt>what</dt><dd>copies, got or not</dd><dt>wanted</dt><dd>1, got 2</dd>"
		  "<dt>came</dt><dd>3</dd>");
	has(page, "<a href=\"#lab3_copies-31\">lab3_copies.c:31</a>");
	has(page, "<li><b>race</b>: x &amp; y (<a href=\"#lab3_copies-12\">line 12</a>)</li>");
	has(page, "<li><b>leak</b>: 40 bytes</li>");
	has(page, "one\n&lt;two&gt;");
	has(page, "... (more was printed)");
	has(page, "make check LAB=3 CHECK=3.2 SEED=5 MACHINE=2xt4<");
	free(page);
}

/* What the message says already is not said again. */
static void test_check_finding_told(void **state)
{
	(void)state;
	char *page = check_page(
		"{\"gpu\": \"cuda\", \"machine\": \"1xh200\", \"seed\": 5}",
		"{\"id\": \"3.2\", \"verdict\": \"fail\", \"message\": \"40 bytes were never "
		"freed\"}",
		"{\"findings\": [{\"kind\": \"leak\", \"message\": \"40 bytes were never "
		"freed\"}]}");

	has(page, "<p class=\"message\">40 bytes were never freed</p>");
	assert_null(strstr(page, "<h4>"));
	assert_null(strstr(page, "leak"));
	has(page, "SEED=5 GPU=cuda<"); /* the machine is whatever is there */
	free(page);
}

/* Seeds are drawn from 0 to 2147483647; each stands in the command that repeats the check. */
static void test_check_seed(void **state)
{
	static const char *const seeds[] = {"0", "999999999", "1000000000", "2147483647"};

	(void)state;
	for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
		char *results = text_new("{\"gpu\": \"sim\", \"machine\": \"2xa100\", "
					 "\"seed\": %s}",
					 seeds[i]);
		char *wanted = text_new("make check LAB=3 CHECK=3.2 SEED=%s<", seeds[i]);
		char *page = check_page(results, "{\"id\": \"3.2\", \"verdict\": \"fail\"}", "{}");

		has(page, wanted);
		free(page);
		free(wanted);
		free(results);
	}
}

static void test_check_not_judged(void **state)
{
	static const char *const verdicts[] = {"skip", "inconclusive", "error"};

	(void)state;
	for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
		char *check = text_new("{\"id\": \"3.2\", \"points\": 0, \"max_points\": 2, "
				       "\"verdict\": \"%s\", \"message\": \"why\"}",
				       verdicts[i]);
		char *page = check_page("{\"gpu\": \"sim\", \"machine\": \"2xa100\"}", check, "{}");

		has(page, "not judged, 2 points");
		has(page, verdict_words(verdicts[i]));
		has(page, "<p class=\"message\">why</p>");
		free(page);
		free(check);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_check_failed),
		cmocka_unit_test(test_check_finding_told),
		cmocka_unit_test(test_check_seed),
		cmocka_unit_test(test_check_not_judged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

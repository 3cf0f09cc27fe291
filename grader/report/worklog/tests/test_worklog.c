/* test_worklog.c - which attempts are one, which limit is drawn, and what the picture has of them. */
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grader/report/worklog/worklog.h"

#define CHECK(verdict, work)                                                                       \
	"{\"labs\":[{\"lab\":\"lab3_copies\",\"checks\":[{\"id\":\"3.7\",\"verdict\":\"" verdict   \
	"\",\"message\":\"\"" work "}]}]}"
#define LIMIT(wanted, measured, least)                                                             \
	"{\"how\":\"<b>\",\"wanted_us\":" wanted ",\"measured_us\":" measured                      \
	",\"at_least\":" least "}"
#define WORK(us, limits) ",\"work\":{\"us\":" us ",\"copies\":2,\"limits\":[" limits "]}"

/* Attempt 1 misses the second limit, 2 and 3 are equal and miss it too, 4 comes to none, 5 keeps both. */
static const char *const five[] = {
	CHECK("fail", WORK("9", LIMIT("100", "90", "false") "," LIMIT("40", "30.5", "true"))),
	CHECK("fail", WORK("9", LIMIT("100", "80", "false") "," LIMIT("40", "31.25", "true"))),
	CHECK("fail", WORK("9", LIMIT("100", "80", "false") "," LIMIT("40", "31.25", "true"))),
	CHECK("todo", ""),
	CHECK("pass", WORK("9", LIMIT("100", "70", "false") "," LIMIT("44", "45.75", "true"))),
};

static json_t *attempts_make(const char *const *texts, size_t count)
{
	json_t *attempts = json_array();

	for (size_t i = 0; i < count; i++) {
		json_t *attempt = json_loads(texts[i], 0, NULL);

		assert_non_null(attempt);
		json_array_append_new(attempts, attempt);
	}
	return attempts;
}

static void test_entries(void **state)
{
	static Entries e;
	json_t *attempts = attempts_make(five, 5);

	(void)state;
	entries_find(&e, attempts, "3.7");
	assert_int_equal(e.count, 4);
	assert_int_equal(e.limit, 2);
	assert_true(e.changed);
	assert_int_equal(e.list[1].times, 2);
	assert_int_equal(e.list[1].number, 3);
	assert_float_equal(entry_us(&e.list[0]), 30.5, 0);
	assert_float_equal(entry_wanted(&e.list[3]), 44, 0);
	assert_true(isnan(entry_us(&e.list[2])));
	assert_true(isnan(entry_wanted(&e.list[2])));
	entries_find(&e, attempts, "3.8");
	assert_int_equal(e.count, 0);
	assert_false(e.changed);
	json_decref(attempts);
}

/* Where no limit was judged the time of the run is drawn. */
static void test_without_limit(void **state)
{
	static const char *const two[] = {CHECK("fail", WORK("1200.5", "")),
					  CHECK("pass", WORK("300", ""))};
	static Entries e;
	json_t *attempts = attempts_make(two, 2);

	(void)state;
	entries_find(&e, attempts, "3.7");
	assert_int_equal(e.limit, 0);
	assert_float_equal(entry_us(&e.list[0]), 1200.5, 0);
	assert_true(isnan(entry_wanted(&e.list[0])));
	json_decref(attempts);
}

static char *drawn(const Entries *e)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	chart_draw(out, e, "3.7<");
	fclose(out);
	return text;
}

static int times_in(const char *text, const char *word)
{
	int count = 0;

	for (const char *at = text; (at = strstr(at, word)); at++)
		count++;
	return count;
}

static void test_chart(void **state)
{
	static Entries e;
	json_t *attempts = attempts_make(five, 5);

	(void)state;
	entries_find(&e, attempts, "3.7");

	char *text = drawn(&e);

	assert_non_null(strstr(text, "Check 3.7&lt;, times by attempt: 1: 30.5 \302\265s; 3: 31.2 "
				     "\302\265s; 5: 45.8 \302\265s;"));
	assert_int_equal(times_in(text, "class=\"good\""), 1);
	assert_int_equal(times_in(text, "class=\"bad\""), 2);
	assert_int_equal(times_in(text, "class=\"open\""), 1);
	assert_non_null(strstr(text, "at least"));
	assert_non_null(strstr(text, ">44 \302\265s<"));
	assert_null(strstr(text, "nan"));
	free(text);
	json_decref(attempts);
}

/* More attempts than are kept: the newest ones are drawn. */
static void test_many(void **state)
{
	static Entries e;
	json_t *attempts = json_array();

	(void)state;
	for (int i = 0; i < ENTRIES_MOST + 50; i++)
		json_array_append_new(attempts,
				      json_pack("{s:[{s:[{s:s, s:s, s:{s:i}}]}]}", "labs", "checks",
						"id", "3.7", "verdict", "pass", "work", "us", i));
	entries_find(&e, attempts, "3.7");
	assert_int_equal(e.count, ENTRIES_MOST);
	assert_float_equal(entry_us(&e.list[0]), 50, 0);
	assert_int_equal(e.list[ENTRIES_MOST - 1].number, ENTRIES_MOST + 50);

	char *text = drawn(&e);

	assert_int_equal(times_in(text, "class=\"good\""), ENTRIES_MOST);
	free(text);
	json_decref(attempts);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_entries),
		cmocka_unit_test(test_without_limit),
		cmocka_unit_test(test_chart),
		cmocka_unit_test(test_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

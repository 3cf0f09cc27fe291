/* test_results.c - the JSON and the sums: fields, order, decimals, and which verdicts count. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "grader/grade/grade.h"
#include "grader/grade/results.h"

static const Check checks[] = {
	{.id = "9.1", .title = "one", .points = 0.1, .function = "f"},
	{.id = "9.2", .title = "two", .points = 0.2, .function = "g"},
	{.id = "9.3", .title = "three", .points = 2, .function = "h"},
	{.id = "9.4", .title = "four", .points = 1.5, .function = "i"},
	{.id = "9.5", .title = "five", .points = 3, .function = "j"},
	{.id = "9.6", .title = "six", .points = 4, .function = "k"},
};
static const LabChecks lab = {.number = 9, .name = "lab9_test", .checks = checks, .count = 6};

static CheckResult results[6];
static LabResult lab_result = {.lab = &lab, .checks = results, .count = 6};
static Options options = {.submission = "x",
			  .submission_name = "it's \"x\"",
			  .place = "x",
			  .seed = 41,
			  .machine = "2xa100",
			  .remote = 1};
static Grade grade = {.options = &options, .labs = &lab_result, .count = 1};

static void verdicts_set(const VerdictKind *kinds)
{
	for (int i = 0; i < 6; i++) {
		results[i] = (CheckResult){.check = &checks[i]};
		results[i].verdict.kind = kinds[i];
		strcpy(results[i].verdict.where, "lab9_test.c:5");
	}
}

static void test_sums(void **state)
{
	static const VerdictKind kinds[] = {VERDICT_PASS, VERDICT_PASS,         VERDICT_FAIL,
					    VERDICT_SKIP, VERDICT_INCONCLUSIVE, VERDICT_ERROR};
	static const VerdictKind todo[] = {VERDICT_TODO, VERDICT_TODO, VERDICT_TODO,
					   VERDICT_TODO, VERDICT_TODO, VERDICT_PASS};
	(void)state;

	verdicts_set(kinds);

	Marks marks = marks_of_grade(&grade);

	assert_true(marks.score > 0.299 && marks.score < 0.301);
	assert_true(marks.max_score > 2.299 && marks.max_score < 2.301);
	assert_true(marks.unjudged > 8.499 && marks.unjudged < 8.501);
	assert_int_equal(marks.of[VERDICT_PASS], 2);
	assert_int_equal(marks.of[VERDICT_ERROR], 1);
	verdicts_set(todo);
	marks = marks_of_lab(&lab_result);
	assert_true(marks.score > 3.999 && marks.score < 4.001);
	assert_true(marks.max_score > 10.799 && marks.max_score < 10.801);
	assert_true(marks.unjudged == 0);
}

static void test_json(void **state)
{
	static const VerdictKind kinds[] = {VERDICT_PASS, VERDICT_PASS,         VERDICT_FAIL,
					    VERDICT_SKIP, VERDICT_INCONCLUSIVE, VERDICT_ERROR};
	static const char *const fields[] = {"schema",    "submission", "gpu",   "machine",
					     "isolation", "seed",       "score", "max_score",
					     "unjudged",  "labs"};
	static const char *const check_fields[] = {"id",         "title",   "stretch", "points",
						   "max_points", "verdict", "message", "hint",
						   "where",      "cause",   "page"};
	size_t i = 0;
	const char *key;
	json_t *value;
	(void)state;

	verdicts_set(kinds);
	strcpy(results[2].verdict.message, "wanted \"a\\b\", got caf\xc3\xa9");
	strcpy(results[2].verdict.hint, "think");
	strcpy(results[2].verdict.cause, "leak");
	strcpy(results[2].verdict.page, "errors/order.md#race with the CPU");

	char *text = results_text(&grade), *again = results_text(&grade);
	json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);

	assert_string_equal(text, again);
	assert_non_null(root);
	json_object_foreach(root, key, value)
	{
		assert_string_equal(key, fields[i++]);
	}
	assert_int_equal(i, 10);
	/* Points are numbers with one decimal, also where binary sums are not. */
	assert_non_null(strstr(text, "\"score\": 0.3,"));
	assert_non_null(strstr(text, "\"max_score\": 2.3,"));
	assert_non_null(strstr(text, "\"unjudged\": 8.5,"));
	assert_non_null(strstr(text, "\"max_points\": 3.0,"));
	assert_string_equal(json_string_value(json_object_get(root, "submission")), "it's \"x\"");

	json_t *its = json_object_get(json_array_get(json_object_get(root, "labs"), 0), "checks");
	json_t *third = json_array_get(its, 2);

	i = 0;
	json_object_foreach(third, key, value)
	{
		assert_string_equal(key, check_fields[i++]);
	}
	assert_string_equal(json_string_value(json_object_get(third, "verdict")), "fail");
	assert_string_equal(json_string_value(json_object_get(third, "message")),
			    "wanted \"a\\b\", got caf\xc3\xa9");
	assert_string_equal(json_string_value(json_object_get(third, "hint")), "think");
	assert_string_equal(json_string_value(json_object_get(third, "cause")), "leak");
	assert_string_equal(json_string_value(json_object_get(third, "page")),
			    "errors/order.md#race-with-the-cpu");
	assert_string_equal(json_string_value(json_object_get(json_array_get(its, 4), "verdict")),
			    "inconclusive");
	json_decref(root);
	free(text);
	free(again);
}

/* Then what the machine counted is the program's own word. */
static void test_simulator_inside(void **state)
{
	static const VerdictKind kinds[6] = {VERDICT_PASS};
	(void)state;

	verdicts_set(kinds);
	options.remote = 0;

	char *text = results_text(&grade);
	json_t *root = json_loads(text, 0, NULL);

	options.remote = 1;
	assert_non_null(root);
	assert_string_equal(json_string_value(json_object_get(root, "simulator")), "inside");
	json_decref(root);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sums),
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_simulator_inside),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

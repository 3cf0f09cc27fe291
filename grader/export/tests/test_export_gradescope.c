/* test_export_gradescope.c - what Gradescope gets, against its published shape and results.json. */
#include "grader/export/tests/export_one.h"

static void test_gradescope(void **state)
{
	static const char *const top[] = {"score",         "execution_time",     "output",
					  "output_format", "test_output_format", "test_name_format",
					  "visibility",    "stdout_visibility",  "extra_data",
					  "tests",         "leaderboard",        NULL};
	static const char *const keys[] = {
		"score",  "max_score",     "status", "name",       "name_format", "number",
		"output", "output_format", "tags",   "visibility", "extra_data",  NULL};
	double sum = 0, most = 0;
	size_t i;
	json_t *test;
	(void)state;

	record_make(NULL);
	json_t *root = written_json(gradescope_write), *tests = json_object_get(root, "tests");

	keys_known(root, top);
	assert_true(number_of(root, "score") == 3.5);
	assert_string_equal(text_of(root, "output"), "");
	assert_string_equal(text_of(root, "visibility"), "visible");
	assert_int_equal(json_array_size(tests), 4);
	json_array_foreach(tests, i, test)
	{
		keys_known(test, keys);
		sum += number_of(test, "score");
		most += number_of(test, "max_score");
		assert_string_equal(text_of(test, "status"),
				    number_of(test, "score") > 0 ? "passed" : "failed");
		assert_string_equal(text_of(test, "visibility"), "visible");
		assert_true(json_is_string(json_array_get(json_object_get(test, "tags"), 0)));
	}
	assert_true(sum == 3.5 && most == 7);
	test = json_array_get(tests, 1);
	assert_string_equal(text_of(test, "number"), "3.2");
	assert_string_equal(text_of(test, "name"), "it's \"said\"");
	assert_string_equal(
		text_of(test, "output"),
		"wanted 金 < 김, came ]]> \\x1b[31m \\xef\\xbf\\xbf é\nlab3_copies.c:9\n"
		"hint: what & why?\nagain: make check LAB=3 CHECK=3.2 SEED=41");
	json_decref(root);
	record_release(&record);
}

/* What was not judged costs nothing: 3.5 of 7 with 3 points aside is 5 of 10. */
static void test_gradescope_unjudged(void **state)
{
	(void)state;
	record_make("skip");
	json_t *root = written_json(gradescope_write);
	json_t *test = json_array_get(json_object_get(root, "tests"), 4);

	assert_true(number_of(root, "score") == 5);
	assert_non_null(strstr(text_of(root, "output"), "3 points were not judged"));
	assert_null(json_object_get(test, "score"));
	assert_null(json_object_get(test, "max_score"));
	assert_null(json_object_get(test, "status"));
	assert_string_equal(text_of(test, "output"),
			    "not judged (skip), no points lost: needs a GPU");
	json_decref(root);
	record_release(&record);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gradescope),
		cmocka_unit_test(test_gradescope_unjudged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

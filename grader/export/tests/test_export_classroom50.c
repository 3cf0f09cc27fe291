/* test_export_classroom50.c - result.json for Classroom 50: whole scores, none above its maximum. */
#include "grader/export/tests/export_one.h"

static void environment_set(void)
{
	static const char *const names[] = {"CLASSROOM",  "ASSIGNMENT",  "OWNER",
					    "COMMIT_URL", "RELEASE_URL", "REVIEW_URL"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		setenv(names[i], names[i], 1);
	setenv("SUBMISSION_TAG", "submit/2026-12-01T10-00-00Z-abcdef0", 1);
	unsetenv("ASSIGNMENT_TYPE");
}

static void test_result(void **state)
{
	json_int_t sum = 0, most = 0;
	json_t *root, *test;
	size_t i;
	(void)state;

	environment_set();
	record_make("skip");
	root = written_json(classroom50_write);
	assert_string_equal(text_of(root, "schema"), "classroom50/result/v1");
	assert_string_equal(text_of(root, "owner"), "OWNER");
	assert_string_equal(text_of(root, "assignment_type"), "individual");
	/* 2.5 of 5 and 1 of 2, of which two checks are worth halves: everything is doubled */
	assert_true(json_is_integer(json_object_get(root, "score")));
	assert_int_equal(json_integer_value(json_object_get(root, "score")), 7);
	assert_int_equal(json_integer_value(json_object_get(root, "max-score")), 14);
	assert_int_equal(json_array_size(json_object_get(root, "tests")), 4);
	json_array_foreach(json_object_get(root, "tests"), i, test)
	{
		assert_true(json_is_integer(json_object_get(test, "score")));
		assert_true(json_is_boolean(json_object_get(test, "passed")));
		assert_true(json_integer_value(json_object_get(test, "score")) <=
			    json_integer_value(json_object_get(test, "max-score")));
		sum += json_integer_value(json_object_get(test, "score"));
		most += json_integer_value(json_object_get(test, "max-score"));
	}
	assert_int_equal(sum, 7);
	assert_int_equal(most, 14);
	assert_int_equal(strlen(text_of(root, "datetime")), 20);
	json_decref(root);
	record_release(&record);
}

static void test_outside_the_runner(void **state)
{
	char *said;
	(void)state;

	environment_set();
	unsetenv("OWNER");
	record_make(NULL);
	free(kit_write(classroom50_write, &job, -1, &said));
	assert_non_null(strstr(said, "OWNER is not set: expected the environment"));
	free(said);
	record_release(&record);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_result),
		cmocka_unit_test(test_outside_the_runner),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

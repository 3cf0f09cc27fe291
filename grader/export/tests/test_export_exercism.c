/* test_export_exercism.c - results of a test runner, version 3. */
#include "grader/export/tests/export_one.h"

static void test_exercism(void **state)
{
	static const char *const keys[] = {"name",   "test_code", "status", "message",
					   "output", "task_id",   NULL};
	size_t i;
	json_t *test;
	(void)state;

	record_make("skip");
	json_t *root = written_json(exercism_write);

	assert_true(number_of(root, "version") == 3);
	assert_string_equal(text_of(root, "status"), "fail");
	assert_true(json_is_null(json_object_get(root, "message")));
	assert_int_equal(json_array_size(json_object_get(root, "tests")), 4);
	json_array_foreach(json_object_get(root, "tests"), i, test)
	{
		const char *output = json_string_value(json_object_get(test, "output"));

		keys_known(test, keys);
		assert_true(strcmp(text_of(test, "status"), "pass") == 0 ||
			    strcmp(text_of(test, "status"), "fail") == 0);
		assert_true(!output || strlen(output) <= 500);
		assert_null(json_object_get(test, "task_id")); /* of which lab? */
	}
	json_decref(root);
	record.lab_count = 1;
	record.labs[0].checks[1].verdict = RECORD_PASS;
	root = written_json(exercism_write);
	record.lab_count = 2;
	assert_string_equal(text_of(root, "status"), "pass");
	assert_true(number_of(json_array_get(json_object_get(root, "tests"), 1), "task_id") == 2);
	json_decref(root);
	record_release(&record);

	record_make("error");
	root = written_json(exercism_write);
	assert_string_equal(text_of(root, "status"), "error");
	assert_true(json_is_string(json_object_get(root, "message")));
	json_decref(root);
	record_release(&record);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_exercism),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_export_check50.c - the keys of check50's output, and null for what was not judged. */
#include "grader/export/tests/export_one.h"

static void test_check50(void **state)
{
	static const char *const keys[] = {"name",  "description", "passed",     "log",
					   "cause", "data",        "dependency", NULL};
	size_t i;
	json_t *result;
	(void)state;

	record_make("skip");
	json_t *root = written_json(check50_write), *all = json_object_get(root, "results");

	assert_true(json_is_string(json_object_get(root, "slug")));
	assert_true(json_is_string(json_object_get(root, "version")));
	assert_int_equal(json_array_size(all), 6);
	json_array_foreach(all, i, result)
	{
		json_t *passed = json_object_get(result, "passed");
		json_t *cause = json_object_get(result, "cause");

		keys_known(result, keys);
		assert_int_equal(json_object_size(result), 7);
		assert_true(json_is_boolean(passed) || json_is_null(passed));
		assert_int_equal(json_is_null(cause), json_is_true(passed));
		assert_true(json_is_array(json_object_get(result, "log")));
		assert_true(json_is_object(json_object_get(result, "data")));
	}
	assert_true(json_is_null(json_object_get(json_array_get(all, 4), "passed")));
	assert_string_equal(text_of(json_object_get(json_array_get(all, 1), "cause"), "help"),
			    "what & why?");
	json_decref(root);
	record_release(&record);

	record_make("error");
	root = written_json(check50_write);
	assert_null(json_object_get(root, "results"));
	assert_true(json_is_object(json_object_get(root, "error")));
	json_decref(root);
	record_release(&record);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_check50),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_export_submitty.c - what a custom validator answers: a share from 0 to 1, and messages with their status. */
#include "grader/export/tests/export_one.h"

static const char *status_of(json_t *root, size_t i)
{
	json_t *all = json_object_get(json_object_get(root, "data"), "message");

	return text_of(json_array_get(all, i), "status");
}

static void test_submitty(void **state)
{
	static const char *const whole[] = {"status", "data", NULL};
	static const char *const inside[] = {"score", "message", NULL};
	static const char *const each[] = {"message", "status", NULL};
	size_t i;
	json_t *message;
	(void)state;

	record_make("skip");
	json_t *root = written_json(submitty_write), *data = json_object_get(root, "data");

	keys_known(root, whole);
	keys_known(data, inside);
	assert_string_equal(text_of(root, "status"), "success");
	assert_true(number_of(data, "score") == 0.5); /* 3.5 of the 7 that were judged */
	assert_int_equal(json_array_size(json_object_get(data, "message")), 6);
	json_array_foreach(json_object_get(data, "message"), i, message)
	{
		keys_known(message, each);
		assert_int_equal(json_object_size(message), 2);
	}
	assert_string_equal(status_of(root, 0), "success");
	assert_string_equal(status_of(root, 1), "failure");
	assert_string_equal(status_of(root, 3), "failure"); /* todo */
	assert_string_equal(status_of(root, 4), "information");
	assert_string_equal(status_of(root, 5), "information");
	message = json_array_get(json_object_get(data, "message"), 0);
	assert_string_equal(text_of(message, "message"), "3.1 copies & <moves>: 2.5 of 2.5");
	message = json_array_get(json_object_get(data, "message"), 1);
	assert_non_null(strstr(text_of(message, "message"), "3.2 it's \"said\": 0 of 2.5: "));
	json_decref(root);
	record_release(&record);

	record_make("error");
	root = written_json(submitty_write);
	assert_string_equal(text_of(root, "status"), "failure");
	assert_true(json_is_string(json_object_get(root, "message")));
	assert_null(json_object_get(root, "data"));
	json_decref(root);
	record_release(&record);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_submitty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

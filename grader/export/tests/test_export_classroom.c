/* test_export_classroom.c - base64 for GitHub Classroom's reporter, which adds up all scores. */
#include "grader/export/tests/export_one.h"

static void test_classroom(void **state)
{
	double sum = 0;
	size_t i;
	json_t *test;
	(void)state;

	record_make("skip");
	for (int cut = 0; cut < 3; cut++) { /* each length of the last group */
		char *text = kit_write(classroom_write, &job, 0, NULL), *bytes = kit_base64(text);
		json_t *root = json_loads(bytes, 0, NULL), *tests = json_object_get(root, "tests");

		assert_string_equal(text_of(root, "status"), "fail");
		assert_true(number_of(root, "max_score") == 7);
		assert_int_equal(json_array_size(tests), 4);
		sum = 0;
		json_array_foreach(tests, i, test) sum +=
			number_of(test, "score"); /* the reporter adds them without looking */
		assert_true(sum == 3.5);
		json_decref(root);
		free(bytes);
		free(text);
		record.labs[1].checks[0].title[cut] =
			cut == 2 ? '\0' : record.labs[1].checks[0].title[cut];
		record.labs[0].checks[0].title[strlen(record.labs[0].checks[0].title) - 1] = '\0';
	}
	record_release(&record);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_classroom),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_export_autolab.c - feedback, stages and scores as Autolab wants them. */
#include "grader/export/tests/export_one.h"

static void test_autolab(void **state)
{
	(void)state;
	record_make("skip");
	char *text = kit_write(autolab_write, &job, 0, NULL), *last, *before;

	assert_int_equal(text[strlen(text) - 1], '\n');
	text[strlen(text) - 1] = '\0';
	last = strrchr(text, '\n');
	*last++ = '\0';
	before = strrchr(text, '\n') + 1;
	json_t *line = json_loads(last, 0, NULL), *shown = json_loads(before, 0, NULL);
	json_t *scores = json_object_get(line, "scores");

	assert_int_equal(json_object_size(line), 1);
	assert_int_equal(json_object_size(scores), 2);
	assert_true(number_of(scores, "lab3_copies") == 2.5);
	assert_true(number_of(scores, "lab7_two_gpus") == 2.5); /* 1 of 2, and 3 aside */
	assert_string_equal(text_of(shown, "_presentation"), "semantic");
	assert_int_equal(json_array_size(json_object_get(shown, "stages")), 2);
	json_t *stage = json_object_get(shown, "lab7_two_gpus");

	assert_int_equal(json_object_size(stage), 2);
	assert_true(json_is_true(json_object_get(json_object_get(stage, "7.1 one"), "passed")));
	assert_true(json_is_false(json_object_get(json_object_get(stage, "7.2 two"), "passed")));
	assert_string_equal(text_of(json_object_get(stage, "7.2 two"), "hint"),
			    "still to be written");
	free(text);

	job.by_total = 1;
	text = kit_write(autolab_write, &job, 0, NULL);
	job.by_total = 0;
	assert_non_null(strstr(text, "\n{\"scores\":{\"usegpu\":5}}\n"));
	free(text);
	json_decref(shown);
	json_decref(line);
	record_release(&record);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_autolab),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_export_prairielearn.c - a share of points, and never over 1 MB. */
#include "grader/base/text.h"
#include "grader/export/tests/export_one.h"

static void test_prairielearn(void **state)
{
	static const char *const top[] = {"gradable",      "score",  "message", "output",
					  "format_errors", "images", "tests",   NULL};
	static const char *const keys[] = {"name",    "description", "points", "max_points",
					   "message", "output",      "images", NULL};
	size_t i;
	json_t *test;
	(void)state;

	record_make("skip");
	json_t *root = written_json(prairielearn_write), *tests = json_object_get(root, "tests");

	keys_known(root, top);
	assert_true(json_is_true(json_object_get(root, "gradable")));
	assert_true(number_of(root, "score") == 0.5);
	assert_int_equal(json_array_size(tests), 4); /* one without points would hide all points */
	json_array_foreach(tests, i, test)
	{
		keys_known(test, keys);
		assert_true(number_of(test, "points") <= number_of(test, "max_points"));
	}
	json_decref(root);
	record_release(&record);

	record_make("error");
	root = written_json(prairielearn_write);
	keys_known(root, top);
	assert_true(json_is_false(json_object_get(root, "gradable")));
	assert_null(json_object_get(root, "score"));
	json_decref(root);
	record_release(&record);
}

/* 1 MB is all that PrairieLearn takes. */
static void test_prairielearn_large(void **state)
{
	char *text, *message = calloc(1, 600001);
	(void)state;

	assert_non_null(message);
	for (int i = 0; i < 600000; i++)
		message[i] = "\xe9\x87\x91"[i % 3]; /* 金 */
	record_make(NULL);
	free(record.labs[0].checks[1].message);
	free(record.labs[1].checks[1].hint);
	record.labs[0].checks[1].message = message;
	record.labs[1].checks[1].hint = strdup(message);
	text = kit_write(prairielearn_write, &job, 0, NULL);
	assert_true(strlen(text) < 1000000);
	json_t *root = json_loads(text, 0, NULL);

	assert_int_equal(json_array_size(json_object_get(root, "tests")), 4);
	json_decref(root);
	free(text);
	record_release(&record);
}

/* Many checks, each with a long title and a longer message. */
static void checks_add(int checks, size_t title, size_t message)
{
	RecordLab *lab = &record.labs[0];

	for (int i = 0; i < checks; i++) {
		lab->checks = list_grown(lab->checks, lab->count, sizeof *lab->checks);
		RecordCheck *check = &lab->checks[lab->count++];

		*check = (RecordCheck){.id = strdup("3.9"),
				       .title = calloc(1, title + 1),
				       .message = calloc(1, message + 1),
				       .hint = strdup(""),
				       .where = strdup(""),
				       .max_points = 1,
				       .verdict = RECORD_FAIL};
		if (!check->title || !check->message) {
			fail_msg("no memory");
			return;
		}
		memset(check->title, 't', title);
		memset(check->message, 'm', message);
	}
}

static void test_prairielearn_many(void **state)
{
	char *text, *said;
	(void)state;

	record_make(NULL);
	checks_add(300, 100, 30000);
	text = kit_write(prairielearn_write, &job, 0, NULL);
	assert_true(strlen(text) < 1000000);
	json_t *root = json_loads(text, 0, NULL), *tests = json_object_get(root, "tests"), *test;
	size_t i;

	assert_int_equal(json_array_size(tests), 304);
	assert_true(number_of(root, "score") == 0.5); /* as without them: the record's own */
	json_array_foreach(tests, i, test)
	{
		if (i >= 2 && i < 302) /* of each message something is left */
			assert_int_equal(strncmp(text_of(test, "message"), "mmmm", 4), 0);
	}
	json_decref(root);
	free(text);
	record_release(&record);

	record_make(NULL);
	checks_add(20, 60000, 10); /* titles are not cut */
	text = kit_write(prairielearn_write, &job, -1, &said);
	assert_string_equal(text, "");
	assert_non_null(strstr(said, "over 1 MB even with short messages"));
	free(said);
	free(text);
	record_release(&record);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_prairielearn),
		cmocka_unit_test(test_prairielearn_large),
		cmocka_unit_test(test_prairielearn_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_export_hidden.c - what students get to see of an instructor's hidden checks: what was
 * announced, and the points; in each format of a submission. */
#include "grader/export/tests/export_kit.h"

#include <stdbool.h>

/* One check of each verdict that has one in every format, hidden and not. Secrets begin with XX. */
static const char results[] =
	"{\"schema\":1,\"submission\":\"ada\",\"gpu\":\"sim\",\"machine\":\"2xa100\","
	"\"isolation\":\"full\",\"seed\":41,\"score\":4,\"max_score\":9,\"unjudged\":1,\"labs\":["
	"{\"lab\":\"lab3_copies\",\"score\":4,\"max_score\":9,\"checks\":["
	"{\"id\":\"3.2\",\"title\":\"open title\",\"points\":0,\"max_points\":2,\"verdict\":"
	"\"fail\",\"message\":\"open message\",\"hint\":\"open "
	"hint\",\"where\":\"lab3_copies.c:4\"},"
	"{\"id\":\"3.91\",\"title\":\"XXtitle\",\"points\":0,\"max_points\":3,\"verdict\":\"fail\","
	"\"message\":\"XXmessage\",\"hint\":\"XXhint\",\"where\":\"XXwhere.c:9\",\"hidden\":true,"
	"\"told\":\"other shapes\"},"
	"{\"id\":\"3.92\",\"title\":\"XXtitle\",\"points\":4,\"max_points\":4,\"verdict\":\"pass\","
	"\"message\":\"\",\"hint\":\"XXhint\",\"where\":\"XXwhere.c:9\",\"hidden\":true,"
	"\"told\":\"hidden\"},"
	"{\"id\":\"3.93\",\"title\":\"XXtitle\",\"points\":0,\"max_points\":1,\"verdict\":\"skip\","
	"\"message\":\"XXmessage\",\"hint\":\"\",\"where\":\"\",\"hidden\":true,"
	"\"told\":\"more <GPUs>\"}]}]}";

static Record record;
static RecordList list = {&record, 1};
static const Job job = {.list = &list, .name = "ada"};

static char *exported(const Format *format, int conceal)
{
	char path[] = "/tmp/usegpu-export-XXXXXX", *text;

	kit_file(path, results, sizeof results - 1);
	assert_int_equal(record_read(&record, path, "ada"), 0);
	unlink(path);
	if (conceal)
		record_conceal(&record);
	text = kit_write(format->write, &job, 0, NULL);
	record_release(&record);
	if (strcmp(format->name, "github-classroom") == 0) {
		char *bytes = kit_base64(text);

		free(text);
		text = bytes;
	}
	return text;
}

/* The names of formats that show a check's number, its points, and checks that were not judged. */
static bool is_one_of(const Format *format, const char *names)
{
	return strstr(names, format->name) != NULL;
}

static void test_concealed(void **state)
{
	int formats_of_one = 0;
	(void)state;

	for (int i = 0; i < format_count; i++) {
		if (formats[i].need != NEEDS_SUBMISSION)
			continue;
		formats_of_one++;
		char *text = exported(&formats[i], 1);

		if (strstr(text, "XX") || strstr(text, "CHECK=3.9"))
			fail_msg("%s gives a hidden check away: %s", formats[i].name, text);
		assert_non_null(strstr(text, "other shapes"));
		assert_non_null(strstr(text, "3.91"));
		if (!is_one_of(&formats[i], "prairielearn github-classroom exercism classroom50"))
			assert_true(strstr(text, "more <GPUs>") ||
				    strstr(text, "more &lt;GPUs&gt;"));
		assert_non_null(strstr(text, "open title"));
		assert_non_null(strstr(text, "open message"));
		free(text);
	}
	assert_int_equal(formats_of_one, 9);
}

/* The instructor may ask for all of it: then each format shows what it shows of other checks. */
static void test_full(void **state)
{
	(void)state;
	for (int i = 0; i < format_count; i++) {
		if (formats[i].need != NEEDS_SUBMISSION)
			continue;
		char *text = exported(&formats[i], 0);

		assert_non_null(strstr(text, "XXtitle"));
		assert_non_null(strstr(text, "XXmessage"));
		assert_null(strstr(text, "other shapes"));
		assert_null(strstr(text, "CHECK=3.9")); /* which students have not got */
		free(text);
	}
}

/* Points are as in results.json, whatever is shown. */
static void test_points(void **state)
{
	double sum[2] = {0, 0};
	size_t k;
	json_t *test;
	(void)state;

	for (int conceal = 0; conceal < 2; conceal++) {
		char *text = exported(format_find("gradescope"), conceal);
		json_t *root = json_loads(text, 0, NULL);

		assert_non_null(root);
		assert_true(json_number_value(json_object_get(root, "score")) > 4.44);
		json_array_foreach(json_object_get(root, "tests"), k, test)
		{
			sum[conceal] += json_number_value(json_object_get(test, "score"));
			assert_string_equal(json_string_value(json_object_get(test, "visibility")),
					    "visible");
		}
		json_decref(root);
		free(text);
	}
	assert_true(sum[0] == 4 && sum[1] == 4);
}

static void test_visibility(void **state)
{
	char path[] = "/tmp/usegpu-export-XXXXXX", *text;
	size_t k;
	json_t *test;
	(void)state;

	kit_file(path, results, sizeof results - 1);
	assert_int_equal(record_read(&record, path, "ada"), 0);
	unlink(path);
	record.visibility = "after_published";
	text = kit_write(gradescope_write, &job, 0, NULL);
	json_t *root = json_loads(text, 0, NULL);

	json_array_foreach(json_object_get(root, "tests"), k, test)
	{
		const char *number = json_string_value(json_object_get(test, "number"));

		assert_string_equal(json_string_value(json_object_get(test, "visibility")),
				    strncmp(number, "3.9", 3) == 0 ? "after_published" : "visible");
	}
	assert_int_equal(k, 4);
	json_decref(root);
	free(text);
	record_release(&record);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_concealed),
		cmocka_unit_test(test_full),
		cmocka_unit_test(test_points),
		cmocka_unit_test(test_visibility),
	};

	kit_classroom50();
	return cmocka_run_group_tests(tests, NULL, NULL);
}

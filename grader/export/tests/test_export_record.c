/* test_export_record.c - what is read of results.json: whole, refused, damaged; and numbers. */
#include "grader/export/tests/export_one.h"

static void test_refusals(void **state)
{
	(void)state;
	record_make(NULL);
	assert_null(record_refusal(&record));
	record_release(&record);
	record_make("inconclusive");
	assert_null(record_refusal(&record));
	record.class_full += 1;
	assert_non_null(strstr(record_refusal(&record), "not all labs"));
	record.max_score = 0;
	assert_string_equal(record_refusal(&record), "nothing was judged");
	record_release(&record);
	record_make("error");
	assert_int_equal(record.errors, 1);
	assert_non_null(record_refusal(&record));
	record_release(&record);
}

static const char verdict_unknown[] =
	"{\"schema\":1,\"score\":1,\"max_score\":1,\"unjudged\":0,\"labs\":[{\"lab\":\"x\","
	"\"score\":1,\"max_score\":1,\"checks\":[{\"id\":\"1.1\",\"points\":1,"
	"\"max_points\":1,\"verdict\":\"won\"}]}]}";

static void test_not_results(void **state)
{
	static const char *const bad[] = {
		"",
		"[]",
		"{\"schema\":2}",
		"{\"schema\":1,\"score\":1,\"max_score\":1,\"unjudged\":0}",
		"{\"schema\":1,\"score\":-1,\"max_score\":1,\"unjudged\":0,\"labs\":[]}",
		"{\"schema\":1,\"score\":1e300,\"max_score\":1,\"unjudged\":0,\"labs\":[]}",
		"{\"schema\":1,\"score\":\"1\",\"max_score\":1,\"unjudged\":0,\"labs\":[]}",
		"{\"schema\":1,\"score\":1,\"max_score\":1,\"unjudged\":0,\"labs\":[3]}",
		verdict_unknown,
		"{\"schema\":1,\"schema\":1}",
	};
	(void)state;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char path[] = "/tmp/usegpu-export-XXXXXX", *said;
		KitSaid listened;
		int code;

		kit_file(path, bad[i], strlen(bad[i]));
		listened = kit_listen();
		code = record_read(&record, path, "x");
		said = kit_said(listened);
		assert_int_equal(code, -1);
		assert_non_null(strstr(said, path));
		assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1);
		free(said);
		unlink(path);
	}
}

/* A results.json that was cut anywhere, or has other bytes in it, is refused or read: never a
 * crash. */
static void test_damaged(void **state)
{
	char text[4000], path[] = "/tmp/usegpu-export-XXXXXX";
	unsigned seed = 5;
	KitSaid listened = kit_listen();
	(void)state;

	snprintf(text, sizeof text, results, "0.0", "");
	size_t size = strlen(text);

	kit_file(path, text, size);
	for (int i = 0; i < 600; i++) {
		FILE *file = fopen(path, "w");

		assert_non_null(file);
		for (size_t k = 0; k < (i < 300 ? size * (size_t)i / 300 : size); k++) {
			seed = seed * 1103515245 + 12345;
			fputc(i >= 300 && (seed >> 16) % 400 == 0 ? (int)(seed >> 8 & 127)
								  : text[k],
			      file);
		}
		fclose(file);
		if (record_read(&record, path, "x") == 0) {
			for (int f = 0; f < format_count; f++)
				if (formats[f].need == NEEDS_SUBMISSION)
					free(kit_write(formats[f].write, &job, 0, NULL));
			record_release(&record);
		}
	}
	free(kit_said(listened));
	unlink(path);
}

static void test_numbers(void **state)
{
	static const struct {
		double number;
		const char *text;
	} known[] = {
		{0, "0"},        {-0.001, "0"}, {12, "12"},    {0.5, "0.5"},   {66.666666, "66.67"},
		{99.999, "100"}, {100, "100"},  {1.10, "1.1"}, {1000, "1000"}, {-2.5, "-2.5"}};
	char text[NUMBER_SIZE];
	(void)state;

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		assert_string_equal(number_text(text, known[i].number), known[i].text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_not_results),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_numbers),
	};

	kit_classroom50();
	return cmocka_run_group_tests(tests, NULL, NULL);
}

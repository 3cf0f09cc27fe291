/* test_export_one.c - the formats of one submission: each is read again and compared with its
 * published shape (docs/exports.md names the sources) and with results.json. */
#include "export_kit.h"

#include <math.h>

/* Two labs, each verdict, and text that hurts: quotes, markup, a control character (as the grader
 * would never write it), Chinese and Korean, a character that XML forbids. */
static const char results[] =
	"{\"schema\":1,\"submission\":\"ada\",\"gpu\":\"sim\",\"machine\":\"2xa100\",\"isolation\":"
	"\"full\","
	"\"seed\":41,\"score\":3.5,\"max_score\":7.0,\"unjudged\":%s,\"labs\":["
	"{\"lab\":\"lab3_copies\",\"score\":2.5,\"max_score\":5.0,\"checks\":["
	"{\"id\":\"3.1\",\"title\":\"copies & "
	"<moves>\",\"points\":2.5,\"max_points\":2.5,\"verdict\":\"pass\","
	"\"message\":\"\",\"hint\":\"\",\"where\":\"lab3_copies.c:4\"},"
	"{\"id\":\"3.2\",\"title\":\"it's "
	"\\\"said\\\"\",\"points\":0.0,\"max_points\":2.5,\"verdict\":\"fail\","
	"\"message\":\"wanted 金 < 김, came ]]> \\u001b[31m \\uffff é\",\"hint\":\"what & why?\","
	"\"where\":\"lab3_copies.c:9\"}]},"
	"{\"lab\":\"lab7_two_gpus\",\"score\":1.0,\"max_score\":2.0,\"checks\":["
	"{\"id\":\"7.1\",\"title\":\"one\",\"points\":1.0,\"max_points\":1.0,\"verdict\":\"pass\","
	"\"message\":\"\",\"hint\":\"\",\"where\":\"\"},"
	"{\"id\":\"7.2\",\"title\":\"two\",\"points\":0.0,\"max_points\":1.0,\"verdict\":\"todo\","
	"\"message\":\"\",\"hint\":\"begin\",\"where\":\"\"}%s]}]}";
static const char rest[] =
	",{\"id\":\"7.3\",\"title\":\"three\",\"points\":0.0,\"max_points\":2.0,\"verdict\":\"%s\","
	"\"message\":\"needs a GPU\",\"hint\":\"\",\"where\":\"\"},"
	"{\"id\":\"7.4\",\"title\":\"four\",\"points\":0.0,\"max_points\":1.0,\"verdict\":"
	"\"inconclusive\","
	"\"message\":\"\",\"hint\":\"\",\"where\":\"\"}";

static Paper paper;
static PaperList list = {&paper, 1};
static Job job = {.list = &list, .name = "a&\"da"};

/* With `verdict` there are two checks more, of 3 points, which were not judged. */
static void paper_make(const char *verdict)
{
	char more[600] = "", text[4000], path[] = "/tmp/usegpu-export-XXXXXX";

	if (verdict != NULL)
		snprintf(more, sizeof more, rest, verdict);
	snprintf(text, sizeof text, results, verdict == NULL ? "0.0" : "3.0", more);
	kit_file(path, text, strlen(text));
	assert_int_equal(paper_read(&paper, path, "ada"), 0);
	unlink(path);
}

static json_t *written_json(int (*writer)(FILE *, const Job *))
{
	char *text = kit_write(writer, &job, 0, NULL);
	json_error_t error;
	json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);

	if (root == NULL)
		fail_msg("%s in %s", error.text, text);
	free(text);
	return root;
}

static const char *text_of(const json_t *object, const char *name)
{
	const char *text = json_string_value(json_object_get(object, name));

	return text == NULL ? "(none)" : text;
}

static double number_of(const json_t *object, const char *name)
{
	const json_t *value = json_object_get(object, name);

	assert_true(json_is_number(value));
	return json_number_value(value);
}

/* Every key of the object is in the list, which is closed by NULL. */
static void keys_known(const json_t *object, const char *const *known)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)object, key, value)
	{
		int found = 0;

		for (int i = 0; known[i] != NULL; i++)
			found |= strcmp(known[i], key) == 0;
		if (!found)
			fail_msg("unknown key %s", key);
	}
}

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

	paper_make(NULL);
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
	assert_string_equal(text_of(test, "output"),
			    "wanted 金 < 김, came ]]> \\x1b[31m \xef\xbf\xbf é\nlab3_copies.c:9\n"
			    "hint: what & why?\nagain: make check LAB=3 CHECK=3.2 SEED=41");
	json_decref(root);
	paper_release(&paper);
}

/* What was not judged costs nothing: 3.5 of 7 with 3 points aside is 5 of 10. */
static void test_gradescope_unjudged(void **state)
{
	(void)state;
	paper_make("skip");
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
	paper_release(&paper);
}

static void test_refusals(void **state)
{
	(void)state;
	paper_make(NULL);
	assert_null(paper_refusal(&paper));
	paper_release(&paper);
	paper_make("inconclusive");
	assert_null(paper_refusal(&paper));
	paper.class_full += 1;
	assert_non_null(strstr(paper_refusal(&paper), "not all labs"));
	paper.max_score = 0;
	assert_string_equal(paper_refusal(&paper), "nothing was judged");
	paper_release(&paper);
	paper_make("error");
	assert_int_equal(paper.errors, 1);
	assert_non_null(paper_refusal(&paper));
	paper_release(&paper);
}

static int count_of(const char *text, const char *part)
{
	int count = 0;

	for (; (text = strstr(text, part)) != NULL; text++)
		count++;
	return count;
}

/* export.test has xmllint read it; here: what stands in it. */
static void test_junit(void **state)
{
	(void)state;
	paper_make("error");
	char *text = kit_write(junit_write, &job, 0, NULL);

	assert_non_null(strstr(text,
			       "<testsuites name=\"a&amp;&quot;da\" tests=\"6\" failures=\"2\" "
			       "errors=\"1\">"));
	assert_non_null(strstr(text, "<testsuite name=\"lab7_two_gpus\" tests=\"4\" failures=\"1\" "
				     "errors=\"1\" skipped=\"1\">"));
	assert_int_equal(count_of(text, "<testcase "), 6);
	assert_int_equal(count_of(text, "<failure "), 2);
	assert_int_equal(count_of(text, "<skipped "), 1);
	assert_int_equal(count_of(text, "<error "), 1);
	assert_non_null(strstr(text, "name=\"3.1 copies &amp; &lt;moves&gt;\"/>"));
	assert_non_null(strstr(text, "wanted 金 &lt; 김, came ]]&gt; \\x1b[31m \xef\xbf\xbd é"));
	free(text);
	paper_release(&paper);
}

static void test_autolab(void **state)
{
	(void)state;
	paper_make("skip");
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
	paper_release(&paper);
}

static void test_prairielearn(void **state)
{
	static const char *const top[] = {"gradable",      "score",  "message", "output",
					  "format_errors", "images", "tests",   NULL};
	static const char *const keys[] = {"name",    "description", "points", "max_points",
					   "message", "output",      "images", NULL};
	size_t i;
	json_t *test;
	(void)state;

	paper_make("skip");
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
	paper_release(&paper);

	paper_make("error");
	root = written_json(prairielearn_write);
	keys_known(root, top);
	assert_true(json_is_false(json_object_get(root, "gradable")));
	assert_null(json_object_get(root, "score"));
	json_decref(root);
	paper_release(&paper);
}

/* 1 MB is all that PrairieLearn takes. */
static void test_prairielearn_large(void **state)
{
	char *text, *message = calloc(1, 600001);
	(void)state;

	assert_non_null(message);
	for (int i = 0; i < 600000; i++)
		message[i] = "\xe9\x87\x91"[i % 3]; /* 金 */
	paper_make(NULL);
	free(paper.labs[0].checks[1].message);
	free(paper.labs[1].checks[1].hint);
	paper.labs[0].checks[1].message = message;
	paper.labs[1].checks[1].hint = strdup(message);
	text = kit_write(prairielearn_write, &job, 0, NULL);
	assert_true(strlen(text) < 1000000);
	json_t *root = json_loads(text, 0, NULL);

	assert_int_equal(json_array_size(json_object_get(root, "tests")), 4);
	json_decref(root);
	free(text);
	paper_release(&paper);
}

/* Many checks, each with a long title and a longer message. */
static void checks_add(int checks, size_t title, size_t message)
{
	PaperLab *lab = &paper.labs[0];

	for (int i = 0; i < checks; i++) {
		lab->checks = list_grown(lab->checks, lab->count, sizeof *lab->checks);
		PaperCheck *check = &lab->checks[lab->count++];

		*check = (PaperCheck){.id = strdup("3.9"),
				      .title = calloc(1, title + 1),
				      .message = calloc(1, message + 1),
				      .hint = strdup(""),
				      .where = strdup(""),
				      .max_points = 1,
				      .verdict = PAPER_FAIL};
		if (check->title == NULL || check->message == NULL) {
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

	paper_make(NULL);
	checks_add(300, 100, 30000);
	text = kit_write(prairielearn_write, &job, 0, NULL);
	assert_true(strlen(text) < 1000000);
	json_t *root = json_loads(text, 0, NULL), *tests = json_object_get(root, "tests"), *test;
	size_t i;

	assert_int_equal(json_array_size(tests), 304);
	assert_true(number_of(root, "score") == 0.5); /* as without them: the paper's own */
	json_array_foreach(tests, i, test)
	{
		if (i >= 2 && i < 302) /* of each message something is left */
			assert_int_equal(strncmp(text_of(test, "message"), "mmmm", 4), 0);
	}
	json_decref(root);
	free(text);
	paper_release(&paper);

	paper_make(NULL);
	checks_add(20, 60000, 10); /* titles are not cut */
	text = kit_write(prairielearn_write, &job, -1, &said);
	assert_string_equal(text, "");
	assert_non_null(strstr(said, "over 1 MB even with short messages"));
	free(said);
	free(text);
	paper_release(&paper);
}

static void test_check50(void **state)
{
	static const char *const keys[] = {"name",  "description", "passed",     "log",
					   "cause", "data",        "dependency", NULL};
	size_t i;
	json_t *result;
	(void)state;

	paper_make("skip");
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
	paper_release(&paper);

	paper_make("error");
	root = written_json(check50_write);
	assert_null(json_object_get(root, "results"));
	assert_true(json_is_object(json_object_get(root, "error")));
	json_decref(root);
	paper_release(&paper);
}

static void test_exercism(void **state)
{
	static const char *const keys[] = {"name",   "test_code", "status", "message",
					   "output", "task_id",   NULL};
	size_t i;
	json_t *test;
	(void)state;

	paper_make("skip");
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
		assert_true(output == NULL || strlen(output) <= 500);
		assert_null(json_object_get(test, "task_id")); /* of which lab? */
	}
	json_decref(root);
	paper.lab_count = 1;
	paper.labs[0].checks[1].verdict = PAPER_PASS;
	root = written_json(exercism_write);
	paper.lab_count = 2;
	assert_string_equal(text_of(root, "status"), "pass");
	assert_true(number_of(json_array_get(json_object_get(root, "tests"), 1), "task_id") == 2);
	json_decref(root);
	paper_release(&paper);

	paper_make("error");
	root = written_json(exercism_write);
	assert_string_equal(text_of(root, "status"), "error");
	assert_true(json_is_string(json_object_get(root, "message")));
	json_decref(root);
	paper_release(&paper);
}

static char *base64_read(const char *text)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char *bytes = calloc(1, strlen(text) + 1);
	size_t size = 0;
	unsigned value = 0;
	int bits = 0;

	assert_int_equal((strlen(text) - 1) % 4, 0); /* and the end of the line */
	for (; *text != '\n' && *text != '='; text++) {
		assert_non_null(strchr(digits, *text));
		value = value << 6 | (unsigned)(strchr(digits, *text) - digits);
		bits += 6;
		if (bits >= 8) {
			bits -= 8;
			bytes[size++] = (char)(value >> bits & 255);
		}
	}
	return bytes;
}

static void test_classroom(void **state)
{
	double sum = 0;
	size_t i;
	json_t *test;
	(void)state;

	paper_make("skip");
	for (int cut = 0; cut < 3; cut++) { /* each length of the last group */
		char *text = kit_write(classroom_write, &job, 0, NULL), *bytes = base64_read(text);
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
		paper.labs[1].checks[0].title[cut] =
			cut == 2 ? '\0' : paper.labs[1].checks[0].title[cut];
		paper.labs[0].checks[0].title[strlen(paper.labs[0].checks[0].title) - 1] = '\0';
	}
	paper_release(&paper);
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
		code = paper_read(&paper, path, "x");
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
		if (paper_read(&paper, path, "x") == 0) {
			for (int f = 0; f < format_count; f++)
				if (formats[f].need == NEEDS_SUBMISSION)
					free(kit_write(formats[f].write, &job, 0, NULL));
			paper_release(&paper);
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
		cmocka_unit_test(test_gradescope),
		cmocka_unit_test(test_gradescope_unjudged),
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_junit),
		cmocka_unit_test(test_autolab),
		cmocka_unit_test(test_prairielearn),
		cmocka_unit_test(test_check50),
		cmocka_unit_test(test_prairielearn_large),
		cmocka_unit_test(test_prairielearn_many),
		cmocka_unit_test(test_exercism),
		cmocka_unit_test(test_classroom),
		cmocka_unit_test(test_not_results),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

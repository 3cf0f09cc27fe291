/* export_one.h - a graded submission for the tests of formats of one, and how to look at the JSON
 * that comes out. Included by one .c of each test program. */
#ifndef GRADER_EXPORT_TESTS_EXPORT_ONE_H
#define GRADER_EXPORT_TESTS_EXPORT_ONE_H

#include "grader/export/tests/export_kit.h"

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

static Record record;

static RecordList list = {&record, 1};

static Job job = {.list = &list, .name = "a&\"da"};

/* With `verdict` there are two checks more, of 3 points, which were not judged. */
static inline void record_make(const char *verdict)
{
	char more[600] = "", text[4000], path[] = "/tmp/usegpu-export-XXXXXX";

	if (verdict)
		snprintf(more, sizeof more, rest, verdict);
	snprintf(text, sizeof text, results, !verdict ? "0.0" : "3.0", more);
	kit_file(path, text, strlen(text));
	assert_int_equal(record_read(&record, path, "ada"), 0);
	unlink(path);
}

static inline json_t *written_json(int (*writer)(FILE *, const Job *))
{
	char *text = kit_write(writer, &job, 0, NULL);
	json_error_t error;
	json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);

	if (!root)
		fail_msg("%s in %s", error.text, text);
	free(text);
	return root;
}

static inline const char *text_of(const json_t *object, const char *name)
{
	const char *text = json_string_value(json_object_get(object, name));

	return !text ? "(none)" : text;
}

static inline double number_of(const json_t *object, const char *name)
{
	const json_t *value = json_object_get(object, name);

	assert_true(json_is_number(value));
	return json_number_value(value);
}

/* Every key of the object is in the list, which is closed by NULL. */
static inline void keys_known(const json_t *object, const char *const *known)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)object, key, value)
	{
		int found = 0;

		for (int i = 0; known[i]; i++)
			found |= strcmp(known[i], key) == 0;
		if (!found)
			fail_msg("unknown key %s", key);
	}
}

#endif

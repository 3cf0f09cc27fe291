/* classroom.c - a runner's result for GitHub Classroom's autograding reporter: base64 of JSON,
 * which a workflow's step puts out as `result`.
 * https://github.com/classroom-resources/autograding-grading-reporter
 *
 * The reporter adds up the score of every test, and knows no test without one: what was not judged
 * is left out, of max_score too. */
#include <nettle/base64.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/export/formats/format.h"

static json_t *test_json(const Record *record, const RecordLab *lab, const RecordCheck *check)
{
	char *name = text_new("%s %s", check->id, check->title);
	char *story = check_story(record, lab, check);
	json_t *test = json_pack("{s:s, s:s, s:o, s:s}", "name", name, "status",
				 check->verdict == RECORD_PASS ? "pass" : "fail", "score",
				 json_points(check->points), "message", story);

	free(name);
	free(story);
	return test;
}

int classroom_write(FILE *out, const Job *job)
{
	const Record *record = &job->list->records[0];
	json_t *root = json_pack("{s:i, s:s, s:o, s:o}", "version", 1, "status",
				 record_passes(record) ? "pass" : "fail", "max_score",
				 json_points(record->max_score), "tests",
				 json_tests(record, 0, test_json));
	char *text = !root ? NULL : json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(12));

	json_decref(root);
	if (!text)
		return refuse("the JSON cannot be built (no memory)");
	size_t size = strlen(text), coded = BASE64_ENCODE_RAW_LENGTH(size);
	char *code = memory_new(coded);

	base64_encode_raw(code, size, (const uint8_t *)text);
	fprintf(out, "%.*s\n", (int)coded, code);
	free(code);
	free(text);
	return 0;
}

/* exercism.c - results.json of an Exercism test runner, version 3.
 * https://exercism.org/docs/building/tooling/test-runners/interface
 *
 * A test there passes, fails or errs, so what was not judged is left out. `output` is for what the
 * student's program printed, at most 500 characters: results.json does not hold that, so there is
 * none. */
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/export/formats/format.h"

/* Tasks are numbered within an exercise, which is one lab here: 3.2 is task 2. 0: none. */
static int task_number(const Record *record, const RecordCheck *check)
{
	const char *dot = strchr(check->id, '.');

	return record->lab_count == 1 && dot ? (int)strtol(dot + 1, NULL, 10) : 0;
}

static json_t *test_json(const Record *record, const RecordLab *lab, const RecordCheck *check)
{
	char *name = text_new("%s %s", check->id, check->title);
	char *story = check_story(record, lab, check);
	int task = task_number(record, check), passed = check->verdict == RECORD_PASS;
	json_t *test =
		json_pack("{s:s, s:s, s:o}", "name", name, "status", passed ? "pass" : "fail",
			  "message", passed ? json_null() : json_string(story));

	if (task > 0)
		json_object_set_new(test, "task_id", json_integer(task));
	free(name);
	free(story);
	return test;
}

int exercism_write(FILE *out, const Job *job)
{
	const Record *record = &job->list->records[0];
	const char *why = record_refusal(record);

	if (why)
		return json_finish(out,
				   json_pack("{s:i, s:s, s:s, s:[]}", "version", 3, "status",
					     "error", "message", why, "tests"),
				   JSON_INDENT(1));
	return json_finish(out,
			   json_pack("{s:i, s:s, s:n, s:o}", "version", 3, "status",
				     record_passes(record) ? "pass" : "fail", "message", "tests",
				     json_tests(record, 0, test_json)),
			   JSON_INDENT(1));
}

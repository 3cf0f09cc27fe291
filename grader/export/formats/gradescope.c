/* gradescope.c - results.json of a Gradescope autograder.
 * https://gradescope-autograders.readthedocs.io/en/latest/specs/
 *
 * The score at the top is the mark; Gradescope takes it in place of the tests' sum. A check that
 * was not judged is a test without a score. Hidden checks may have a visibility of their own. */
#include <stdlib.h>

#include "grader/export/formats/format.h"

static json_t *test_json(const Record *record, const RecordLab *lab, const RecordCheck *check)
{
	char *story = check_story(record, lab, check);
	const char *visibility = check->told && record->visibility ? record->visibility : "visible";
	json_t *test = json_pack("{s:s, s:s, s:s, s:s, s:[s], s:s}", "name", check->title, "number",
				 check->id, "output", story, "output_format", "text", "tags",
				 lab->name, "visibility", visibility);

	if (verdict_is_judged(check->verdict)) {
		json_object_set_new(test, "score", json_points(check->points));
		json_object_set_new(test, "max_score", json_points(check->max_points));
		json_object_set_new(
			test, "status",
			json_string(check->verdict == RECORD_PASS ? "passed" : "failed"));
	}
	free(story);
	return test;
}

int gradescope_write(FILE *out, const Job *job)
{
	const Record *record = &job->list->records[0];
	char *unjudged = unjudged_story(record);
	json_t *root = json_pack(
		"{s:o, s:s, s:s, s:s, s:s, s:s, s:s, s:{s:{s:s, s:s, s:s, s:I, s:o}}, s:o}",
		"score", json_points(record_mark(record, record_full(record))), "output", unjudged,
		"output_format", "text", "test_output_format", "text", "test_name_format", "text",
		"visibility", "visible", "stdout_visibility", "hidden", "extra_data", "usegpu",
		"gpu", record->gpu, "machine", record->machine, "isolation", record->isolation,
		"seed", record->seed, "unjudged", json_points(record->unjudged), "tests",
		json_tests(record, 1, test_json));

	free(unjudged);
	return json_finish(out, root, JSON_INDENT(1));
}

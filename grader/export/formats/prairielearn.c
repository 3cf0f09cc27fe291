/* prairielearn.c - results.json of a PrairieLearn external grader.
 * https://prairielearn.readthedocs.io/en/latest/externalGrading/
 *
 * The score is a share from 0 to 1. One test without points would hide the points of all, so what
 * was not judged is left out. When the grader failed the submission is not gradable: that costs the
 * student no attempt. */
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/export/formats/format.h"

#define BYTES_MAX 1000000 /* "limited to 1 MB" */

static json_t *test_json(const Record *record, const RecordLab *lab, const RecordCheck *check,
			 size_t message_max)
{
	char *name = text_new("%s %s", check->id, check->title);
	char *story = check_story(record, lab, check), *cut = malloc(message_max + 8);

	if (!cut)
		return free(name), free(story), NULL;
	/* the first line on its own: what was wanted and what came */
	size_t length = strcspn(story, "\n");

	text_clean(cut, message_max + 8, story, length);
	json_t *test = json_pack("{s:s, s:s, s:o, s:o, s:s}", "name", name, "description",
				 lab->name, "points", json_points(check->points), "max_points",
				 json_points(check->max_points), "message", cut);

	if (story[length] == '\n' && message_max > 1000)
		json_object_set_new(test, "output", json_string(story + length + 1));
	free(name);
	free(story);
	free(cut);
	return test;
}

static json_t *graded_json(const Record *record, size_t message_max)
{
	char *unjudged = unjudged_story(record);
	json_t *tests = json_array();

	for (int i = 0; i < record->lab_count; i++)
		for (int k = 0; k < record->labs[i].count; k++)
			if (verdict_is_judged(record->labs[i].checks[k].verdict))
				json_array_append_new(tests, test_json(record, &record->labs[i],
								       &record->labs[i].checks[k],
								       message_max));
	json_t *root = json_pack("{s:b, s:f, s:s, s:o}", "gradable", 1, "score",
				 record_mark(record, 1), "message", unjudged, "tests", tests);

	free(unjudged);
	return root;
}

static size_t json_size(const json_t *root)
{
	return json_dumpb(root, NULL, 0, JSON_REAL_PRECISION(12));
}

int prairielearn_write(FILE *out, const Job *job)
{
	const Record *record = &job->list->records[0];
	const char *why = record_refusal(record);
	size_t most = 20000;

	if (why)
		return json_finish(out,
				   json_pack("{s:b, s:s, s:[s]}", "gradable", 0, "message",
					     "This submission could not be graded; it is not your "
					     "fault.",
					     "format_errors", why),
				   0);
	json_t *root = graded_json(record, most);

	while (root && json_size(root) >= BYTES_MAX && most > 100) {
		most /= 4;
		json_decref(root);
		root = graded_json(record, most);
	}
	if (json_size(root) >= BYTES_MAX) {
		json_decref(root);
		return refuse("%s: over 1 MB even with short messages; expected less, as "
			      "PrairieLearn takes no more",
			      job->name);
	}
	return json_finish(out, root, 0);
}

/* exercism.c - results.json of an Exercism test runner, version 3.
 * https://exercism.org/docs/building/tooling/test-runners/interface
 *
 * A test there passes, fails or errs, so what was not judged is left out. `output` is for what the
 * student's program printed, at most 500 characters: results.json does not hold that, so there is
 * none. */
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "text.h"

/* Tasks are numbered within an exercise, which is one lab here: 3.2 is task 2. 0: none. */
static int task_number(const Paper *paper, const PaperCheck *check)
{
	const char *dot = strchr(check->id, '.');

	return paper->lab_count == 1 && dot != NULL ? (int)strtol(dot + 1, NULL, 10) : 0;
}

static json_t *test_json(const Paper *paper, const PaperLab *lab, const PaperCheck *check)
{
	char *name = text_new("%s %s", check->id, check->title);
	char *story = check_story(paper, lab, check);
	int task = task_number(paper, check), passed = check->verdict == PAPER_PASS;
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
	const Paper *paper = &job->list->papers[0];
	const char *why = paper_refusal(paper);

	if (why != NULL)
		return json_finish(out,
				   json_pack("{s:i, s:s, s:s, s:[]}", "version", 3, "status",
					     "error", "message", why, "tests"),
				   JSON_INDENT(1));
	return json_finish(out,
			   json_pack("{s:i, s:s, s:n, s:o}", "version", 3, "status",
				     paper_passes(paper) ? "pass" : "fail", "message", "tests",
				     json_tests(paper, 0, test_json)),
			   JSON_INDENT(1));
}

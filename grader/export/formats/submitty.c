/* submitty.c - validation_results.json of a custom validator: a share of the test case's points, and a message a check.
 * https://submitty.org/instructor/autograding/validation
 *
 * What was not judged is information. Where the grader failed the validator has failed, and the student has no mark. */
#include <stdlib.h>

#include "grader/base/text.h"
#include "grader/export/formats/format.h"

static json_t *message_json(const Record *record, const RecordLab *lab, const RecordCheck *check)
{
	const char *status = check->verdict == RECORD_PASS       ? "success"
			     : verdict_is_judged(check->verdict) ? "failure"
								 : "information";
	char points[NUMBER_SIZE], most[NUMBER_SIZE], *story = check_story(record, lab, check);
	char *text = text_new(
		"%s %s: %s of %s%s%s", check->id, check->title, number_text(points, check->points),
		number_text(most, check->max_points), *story != '\0' ? ": " : "", story);
	json_t *message = json_pack("{s:s, s:s}", "message", text, "status", status);

	free(text);
	free(story);
	return message;
}

int submitty_write(FILE *out, const Job *job)
{
	const Record *record = &job->list->records[0];
	const char *why = record_refusal(record);

	if (why)
		return json_finish(out,
				   json_pack("{s:s, s:s}", "status", "failure", "message", why),
				   JSON_INDENT(1));
	return json_finish(out,
			   json_pack("{s:s, s:{s:o, s:o}}", "status", "success", "data", "score",
				     json_points(record_mark(record, 1)), "message",
				     json_tests(record, 1, message_json)),
			   JSON_INDENT(1));
}

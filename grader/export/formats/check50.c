/* check50.c - what `check50 -o json` prints.
 * https://cs50.readthedocs.io/projects/check50/en/latest/json_specification/
 *
 * What was not judged has passed: null, as check50 says of a check that it skipped. */
#include "grader/export/formats/format.h"

#define VERSION "1.0.0" /* of this export: check50 itself was not run */

static json_t *result_json(const Record *record, const RecordLab *lab, const RecordCheck *check)
{
	(void)record;
	json_t *cause = json_null(), *passed;
	json_t *log = json_array();

	if (check->verdict != RECORD_PASS)
		cause = json_pack("{s:s, s:o}", "rationale", check_reason(check), "help",
				  *check->hint ? json_string(check->hint) : json_null());
	if (*check->where)
		json_array_append_new(log, json_string(check->where));
	passed = verdict_is_judged(check->verdict) ? json_boolean(check->verdict == RECORD_PASS)
						   : json_null();
	return json_pack("{s:s, s:s, s:o, s:o, s:o, s:{s:s, s:s, s:o, s:o}, s:n}", "name",
			 check->id, "description", check->title, "passed", passed, "log", log,
			 "cause", cause, "data", "lab", lab->name, "verdict",
			 verdict_word(check->verdict), "points", json_points(check->points),
			 "max_points", json_points(check->max_points), "dependency");
}

int check50_write(FILE *out, const Job *job)
{
	const Record *record = &job->list->records[0];
	const char *why = record_refusal(record);

	if (why)
		return json_finish(out,
				   json_pack("{s:s, s:{s:s, s:s, s:[], s:{}}, s:s}", "slug",
					     "usegpu", "error", "type", "GraderFailed", "value",
					     why, "traceback", "data", "version", VERSION),
				   JSON_INDENT(1));
	return json_finish(out,
			   json_pack("{s:s, s:o, s:s}", "slug", "usegpu", "results",
				     json_tests(record, 1, result_json), "version", VERSION),
			   JSON_INDENT(1));
}

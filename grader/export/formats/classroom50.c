/* classroom50.c - result.json of an autograder for Classroom 50, where classes of GitHub Classroom live since
 * that was retired (28 August 2026).
 * https://github.com/foundation50/classroom50 (schemas/result-v1.schema.json)
 *
 * Scores are whole numbers: where points have halves or quarters, all are multiplied by one number, which
 * depends on what the checks are worth alone, so that it is the same for everybody. What was not judged
 * is left out. Names and links come from the runner's environment; it checks the identity, and puts in
 * owner and times itself. */
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/export/formats/format.h"

#define FACTOR_MOST 100

static bool is_whole(double number)
{
	return fabs(number - round(number)) < 1e-6;
}

/* By how much points are multiplied. */
static int factor_of(const Record *record)
{
	for (int factor = 1; factor < FACTOR_MOST; factor++) {
		bool whole = true;

		for (int i = 0; i < record->lab_count; i++)
			for (int k = 0; k < record->labs[i].count; k++)
				whole &= is_whole(record->labs[i].checks[k].max_points * factor);
		if (whole)
			return factor;
	}
	return FACTOR_MOST;
}

static json_t *test_json(const Record *record, const RecordLab *lab, const RecordCheck *check,
			 int factor)
{
	char *name = text_new("%s %s", check->id, check->title);
	char *story = check_story(record, lab, check);
	long long most = llround(check->max_points * factor);
	long long score = llround(floor(check->points * factor + 1e-6));
	json_t *test = json_pack("{s:s, s:b, s:I, s:I, s:s}", "test-name", name, "passed",
				 check->verdict == RECORD_PASS, "score",
				 (json_int_t)(score > most ? most : score), "max-score",
				 (json_int_t)most, "output", story);

	free(name);
	free(story);
	return test;
}

/* The tests, with their sums in the object. */
static void tests_add(json_t *root, const Record *record)
{
	json_t *tests = json_array();
	json_int_t score = 0, most = 0;
	int factor = factor_of(record);

	for (int i = 0; i < record->lab_count; i++) {
		const RecordLab *lab = &record->labs[i];

		for (int k = 0; k < lab->count; k++) {
			if (!verdict_is_judged(lab->checks[k].verdict))
				continue;
			json_t *test = test_json(record, lab, &lab->checks[k], factor);

			score += json_integer_value(json_object_get(test, "score"));
			most += json_integer_value(json_object_get(test, "max-score"));
			json_array_append_new(tests, test);
		}
	}
	json_object_set_new(root, "score", json_integer(score));
	json_object_set_new(root, "max-score", json_integer(most));
	json_object_set_new(root, "tests", tests);
}

int classroom50_write(FILE *out, const Job *job)
{
	static const struct {
		const char *member, *variable, *otherwise;
	} told[] = {{"classroom", "CLASSROOM", NULL},
		    {"assignment", "ASSIGNMENT", NULL},
		    {"assignment_type", "ASSIGNMENT_TYPE", "individual"},
		    {"owner", "OWNER", NULL},
		    {"submission", "SUBMISSION_TAG", NULL},
		    {"commit", "COMMIT_URL", NULL},
		    {"release", "RELEASE_URL", NULL},
		    {"review", "REVIEW_URL", NULL}};
	time_t now = time(NULL);
	struct tm utc;
	char at[32];
	json_t *root = json_pack("{s:s}", "schema", "classroom50/result/v1");

	for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
		const char *value = getenv(told[i].variable);

		value = value && *value != '\0' ? value : told[i].otherwise;
		if (!value) {
			json_decref(root);
			return refuse("%s is not set: expected the environment that Classroom 50's "
				      "runner gives an autograder",
				      told[i].variable);
		}
		json_object_set_new(root, told[i].member, json_string(value));
	}
	strftime(at, sizeof at, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
	json_object_set_new(root, "datetime", json_string(at));
	tests_add(root, &job->list->records[0]);
	return json_finish(out, root, JSON_INDENT(1));
}

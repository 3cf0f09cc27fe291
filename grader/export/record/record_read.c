/* record_read.c - a results.json, schema 1, as the grader writes it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/export/record/record.h"

static int file_refuse(const char *path, const char *why)
{
	return refuse("%s: %s; expected results.json as usegpu grade writes it", path, why);
}

/* A member that is a number from 0 to a million. 0, or -1. */
static int points_get(const json_t *object, const char *name, double *points)
{
	const json_t *value = json_object_get(object, name);

	*points = json_number_value(value);
	return json_is_number(value) && isfinite(*points) && *points >= 0 && *points <= 1e6 ? 0
											    : -1;
}

static char *text_get(const json_t *object, const char *name)
{
	return clean_copy(json_string_value(json_object_get(object, name)));
}

static int check_read(Record *record, RecordLab *lab, const json_t *json)
{
	int verdict = verdict_parse(json_string_value(json_object_get(json, "verdict")));

	if (verdict < 0 || !json_is_string(json_object_get(json, "id")))
		return -1;
	lab->checks = list_grown(lab->checks, lab->count, sizeof *lab->checks);
	RecordCheck *check = &lab->checks[lab->count++];

	check->verdict = (RecordVerdict)verdict;
	check->id = text_get(json, "id");
	check->title = text_get(json, "title");
	check->message = text_get(json, "message");
	check->hint = text_get(json, "hint");
	check->where = text_get(json, "where");
	if (json_is_true(json_object_get(json, "hidden")))
		check->told = text_get(json, "told");
	if (points_get(json, "points", &check->points) < 0 ||
	    points_get(json, "max_points", &check->max_points) < 0)
		return -1;
	if (!verdict_is_judged(check->verdict))
		lab->unjudged += check->max_points;
	record->errors += check->verdict == RECORD_ERROR;
	return 0;
}

static int lab_read(Record *record, const json_t *json)
{
	const json_t *checks = json_object_get(json, "checks"), *check;
	size_t i;

	if (!json_is_array(checks) || !json_is_string(json_object_get(json, "lab")))
		return -1;
	record->labs = list_grown(record->labs, record->lab_count, sizeof *record->labs);
	RecordLab *lab = &record->labs[record->lab_count++];

	lab->name = text_get(json, "lab");
	if (points_get(json, "score", &lab->score) < 0 ||
	    points_get(json, "max_score", &lab->max_score) < 0)
		return -1;
	json_array_foreach(checks, i, check) if (check_read(record, lab, check) < 0) return -1;
	return 0;
}

static int root_read(Record *record, const json_t *root, const char *name)
{
	const json_t *labs = json_object_get(root, "labs"), *lab;
	size_t i;

	*record = (Record){.id = clean_copy(name),
			   .name = clean_copy(name),
			   .email = clean_copy(""),
			   .section = clean_copy(""),
			   .folder = clean_copy(name),
			   .status = clean_copy("graded"),
			   .message = clean_copy(""),
			   .gpu = text_get(root, "gpu"),
			   .machine = text_get(root, "machine"),
			   .isolation = text_get(root, "isolation"),
			   .seed = json_integer_value(json_object_get(root, "seed"))};
	if (points_get(root, "score", &record->score) < 0 ||
	    points_get(root, "max_score", &record->max_score) < 0 ||
	    points_get(root, "unjudged", &record->unjudged) < 0 || !json_is_array(labs))
		return -1;
	record->final = record->score;
	record->class_full = record_full(record);
	json_array_foreach(labs, i, lab) if (lab_read(record, lab) < 0) return -1;
	return 0;
}

int record_read(Record *record, const char *path, const char *name)
{
	json_error_t error;
	json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
	int bad;

	*record = (Record){.id = NULL};
	if (!root)
		return file_refuse(path, error.text);
	if (json_integer_value(json_object_get(root, "schema")) != 1) {
		bad = file_refuse(path, "\"schema\" is not 1");
	} else {
		bad = root_read(record, root, name);
		if (bad) {
			file_refuse(path, "a part of it is missing or of another kind");
			record_release(record);
		}
	}
	json_decref(root);
	return bad;
}

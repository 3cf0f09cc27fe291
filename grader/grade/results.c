/* results.c - builds the JSON and puts it in its place. */
#include "grader/grade/results.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/file.h"
#include "grader/base/page_link.h"
#include "grader/base/text.h"
#include "grader/gpu/gpu_detect.h"
#include "grader/setup/hidden.h"
#include "grader/setup/work_dir.h"

/* Points with one decimal, whatever the sum's last bits are. */
static json_t *points_json(double points)
{
	return json_real(round(points * 10) / 10);
}

/* Nanoseconds decide nothing, and the last bits of a limit differ between compilers. */
static json_t *us_json(double us)
{
	return json_real(round(us * 1e3) / 1e3);
}

static json_t *work_json(const VerdictWork *work)
{
	json_t *json = json_object(), *limits = json_array();

	if (work->counted)
		json_object_update_new(json, json_pack("{s:o, s:I, s:I, s:I, s:I}", "us",
						       us_json(work->us), "copies",
						       (json_int_t)work->copies, "bytes",
						       (json_int_t)work->bytes, "kernels",
						       (json_int_t)work->kernels, "waits",
						       (json_int_t)work->waits));
	for (int i = 0; i < work->limits; i++)
		json_array_append_new(limits,
				      json_pack("{s:s, s:o, s:o, s:b}", "how", work->limit[i].how,
						"wanted_us", us_json(work->limit[i].wanted),
						"measured_us", us_json(work->limit[i].measured),
						"at_least", work->limit[i].at_least));
	if (work->limits > 0)
		json_object_set(json, "limits", limits);
	json_decref(limits);
	return json;
}

static json_t *check_json(const CheckResult *result)
{
	const Verdict *v = &result->verdict;
	double points = verdict_points(v, result->check->points);
	char told[HIDDEN_TOLD_SIZE], page[sizeof v->page];

	page_link(v->page, page, sizeof page);
	json_t *json = json_pack("{s:s, s:s, s:b, s:o, s:o, s:s, s:s, s:s, s:s, s:s, s:s}", "id",
				 result->check->id, "title", result->check->title, "stretch",
				 (int)result->check->stretch, "points", points_json(points),
				 "max_points", points_json(result->check->points), "verdict",
				 verdict_name(v->kind), "message", v->message, "hint", v->hint,
				 "where", v->where, "cause", v->cause, "page", page);

	if (result->rests_on)
		json_object_set_new(json, "rests_on", json_string(result->rests_on->id));
	if (result->other_task)
		json_object_set_new(json, "other_task", json_true());
	if (v->lesson[0] != '\0')
		json_object_set_new(json, "lesson", json_string(v->lesson));
	if (v->times[0] != '\0')
		json_object_set_new(json, "times", json_string(v->times));
	if (v->work.counted || v->work.limits > 0)
		json_object_set_new(json, "work", work_json(&v->work));
	if (result->check->hidden) { /* exports show students no more than this */
		hidden_told(result->check, told);
		json_object_set_new(json, "hidden", json_true());
		json_object_set_new(json, "told", json_string(told));
	}
	return json;
}

json_t *results_lab(const LabResult *lab)
{
	Marks marks = marks_of_lab(lab);
	json_t *checks = json_array();

	for (int i = 0; i < lab->count; i++)
		json_array_append_new(checks, check_json(&lab->checks[i]));
	return json_pack("{s:s, s:o, s:o, s:o}", "lab", lab->lab->name, "score",
			 points_json(marks.score), "max_score", points_json(marks.max_score),
			 "checks", checks);
}

char *results_text(const Grade *grade)
{
	const Options *o = grade->options;
	Marks marks = marks_of_grade(grade);
	json_t *labs = json_array();
	char hardware[32], clean[300];

	snprintf(hardware, sizeof hardware, "%dxnvidia", gpu_usable());
	text_clean(clean, sizeof clean, o->submission_name, strlen(o->submission_name));
	for (int i = 0; i < grade->count; i++)
		json_array_append_new(labs, results_lab(&grade->labs[i]));

	json_t *root =
		json_pack("{s:i, s:s, s:s, s:s, s:s, s:s*, s:I, s:o, s:o, s:o, s:o}", "schema", 1,
			  "submission", clean, "gpu", gpu_kind_name(o->gpu), "machine",
			  o->gpu == GPU_SIM    ? o->machine
			  : o->gpu == GPU_CUDA ? hardware
					       : "0",
			  "isolation", sandbox_tier_name(o->tier), "simulator", simulator_said(o),
			  "seed", (json_int_t)o->seed, "score", points_json(marks.score),
			  "max_score", points_json(marks.max_score), "unjudged",
			  points_json(marks.unjudged), "labs", labs);
	char *text = !root ? NULL : json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(12));

	json_decref(root);
	return text;
}

int results_put(const char *path, const char *text)
{
	char *line = !text ? NULL : text_new("%s\n", text);
	int bad = !line || file_put(path, line, strlen(line)) < 0;

	if (bad)
		refuse("%s cannot be written: %s", path, strerror(errno));
	free(line);
	return bad ? -1 : 0;
}

char *results_write(const Grade *grade)
{
	char *path = work_path(grade->options, NULL, "results.json");
	char *text = results_text(grade);

	if (results_put(path, text) < 0) {
		free(path);
		path = NULL;
	}
	free(text);
	return path;
}

int results_drop(const Options *options, const char *file)
{
	char *path = work_path(options, NULL, file);
	int bad = unlink(path) < 0 && errno != ENOENT;

	if (bad)
		refuse("%s cannot be removed: %s", path, strerror(errno));
	free(path);
	return bad ? -1 : 0;
}

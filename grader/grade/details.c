/* details.c - puts together what the judges and the builds told, and the sources. */
#include "grader/grade/details.h"

#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/compile/copy_in.h"
#include "grader/grade/results.h"
#include "grader/setup/work_dir.h"

/* The text with its lines and tabs, as JSON. */
static json_t *lines_json(const char *text, size_t count)
{
	size_t size = count * 4 + 16; /* each byte can become \xNN */
	char *clean = malloc(size);
	json_t *json = NULL;

	if (clean) {
		text_clean_lines(clean, size, text, count);
		json = json_string(clean);
	}
	free(clean);
	return !json ? json_null() : json;
}

static char *source_load(const Options *o, const LabChecks *lab, size_t *bytes)
{
	char file[80], *folder = work_path(o, lab, NULL), *text;
	int fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);

	snprintf(file, sizeof file, "%s%s", lab->name, lab_ending(lab));
	text = fd < 0 ? NULL : file_load(fd, file, COPY_IN_MAX, bytes);
	if (fd >= 0)
		close(fd);
	free(folder);
	return text;
}

char *details_source(const Options *options, const LabChecks *lab)
{
	size_t bytes = 0;

	return source_load(options, lab, &bytes);
}

/* As some editors end lines; no compiler sees a difference. */
static size_t returns_drop(char *text, size_t count)
{
	size_t at = 0;

	for (size_t i = 0; i < count; i++)
		if (text[i] != '\r' || i + 1 == count || text[i + 1] != '\n')
			text[at++] = text[i];
	return at;
}

static json_t *source_json(const Options *o, const LabChecks *lab)
{
	size_t bytes = 0;
	char *text = source_load(o, lab, &bytes);
	json_t *json = !text ? json_null() : lines_json(text, returns_drop(text, bytes));

	free(text);
	return json;
}

/* What its judge told; a check without one has its place too. */
static json_t *check_json(const CheckResult *result)
{
	json_t *told = !result->details ? NULL : json_loads(result->details, 0, NULL);

	if (json_is_object(told))
		return told;
	json_decref(told);
	return json_pack("{s:s, s:s, s:f, s:s, s:b, s:n, s:[], s:[], s:n}", "id", result->check->id,
			 "function", result->check->function, "seconds", 0.0, "output", "", "cut",
			 0, "lines", "findings", "runs", "timeline");
}

static json_t *lab_json(const Options *o, const LabResult *lab, double *check_s)
{
	json_t *checks = json_array();

	for (int i = 0; i < lab->count; i++) {
		json_t *check = check_json(&lab->checks[i]);

		*check_s += json_number_value(json_object_get(check, "seconds"));
		json_array_append_new(checks, check);
	}
	return json_pack("{s:s, s:s+, s:f, s:o, s:o, s:o}", "lab", lab->lab->name, "file",
			 lab->lab->name, lab_ending(lab->lab), "compile_s", lab->build.seconds,
			 "source", source_json(o, lab->lab), "diagnostics",
			 lines_json(lab->build.diagnostics, lab->build.diagnostics_bytes), "checks",
			 checks);
}

int details_write(const Grade *grade, double seconds)
{
	if (!grade->options->details)
		return results_drop(grade->options, "details.json");

	double compile_s = 0, check_s = 0;
	json_t *labs = json_array();

	for (int i = 0; i < grade->count; i++) {
		compile_s += grade->labs[i].build.seconds;
		json_array_append_new(labs, lab_json(grade->options, &grade->labs[i], &check_s));
	}

	json_t *changed = json_array();

	for (int i = 0; i < grade->changed.count && i < KIT_DIFF_NAMED; i++)
		json_array_append_new(changed, json_string(grade->changed.name[i]));

	json_t *root = json_pack("{s:i, s:{s:f, s:f, s:f}, s:o, s:o}", "schema", 1, "times",
				 "compile_s", compile_s, "check_s", check_s, "total_s", seconds,
				 "changed", changed, "labs", labs);
	char *path = work_path(grade->options, NULL, "details.json");
	char *text = json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(7));
	int bad = results_put(path, text);

	free(text);
	free(path);
	json_decref(root);
	return bad;
}

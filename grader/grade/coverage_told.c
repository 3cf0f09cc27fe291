/* coverage_told.c - one line for each exercise that the checks did not reach wholly. */
#include "grader/grade/coverage_told.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/base/wrap.h"
#include "grader/grade/results.h"
#include "grader/setup/work_dir.h"

static int int_of(const json_t *object, const char *key)
{
	return (int)json_integer_value(json_object_get(object, key));
}

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return !text ? "" : text;
}

static const json_t *find(const json_t *list, const char *key, const char *value)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (strcmp(text_of(json_array_get(list, i), key), value) == 0)
			return json_array_get(list, i);
	return NULL;
}

/* --- results.json ----------------------------------------------------------------------------- */

static void check_put(json_t *check, const json_t *exercise)
{
	json_t *told = !exercise ? NULL : json_deep_copy(exercise);

	json_object_del(check, "coverage");
	if (!told)
		return;
	json_object_del(told, "function");
	json_object_set_new(check, "coverage", told);
}

static void lab_put(json_t *checks, const LabResult *lab, const json_t *exercises)
{
	for (int i = 0; i < lab->count; i++) {
		const Check *check = lab->checks[i].check;
		json_t *there = (json_t *)find(checks, "id", check->id);

		if (there)
			check_put(there, find(exercises, "function", check->function));
	}
}

static int results_add(const Grade *grade, const json_t *labs)
{
	char *path = work_path(grade->options, NULL, "results.json"), *text;
	json_error_t error;
	json_t *root = json_load_file(path, 0, &error);
	int bad = -1;

	if (!root) {
		refuse("%s: %s; expected the results that the lines belong to", path, error.text);
		free(path);
		return -1;
	}
	for (int i = 0; i < grade->count; i++) {
		const char *name = grade->labs[i].lab->name;
		const json_t *there = find(json_object_get(root, "labs"), "lab", name);

		lab_put(json_object_get(there, "checks"), &grade->labs[i],
			json_object_get(find(labs, "lab", name), "exercises"));
	}
	text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
	bad = results_put(path, text);
	free(text);
	json_decref(root);
	free(path);
	return bad;
}

/* --- the terminal ----------------------------------------------------------------------------- */

/* "40-42, 51" */
static void lines_print(FILE *out, const json_t *lines)
{
	size_t count = json_array_size(lines);

	for (size_t i = 0, last; i < count; i = last + 1) {
		json_int_t from = json_integer_value(json_array_get(lines, i)), to = from;

		for (last = i; last + 1 < count; last++, to++)
			if (json_integer_value(json_array_get(lines, last + 1)) != to + 1)
				break;
		fprintf(out, i > 0 ? ", %d" : "%d", (int)from);
		if (to > from)
			fprintf(out, "-%d", (int)to);
	}
}

/* Of 199 of 200 lines it says 99: all is all. */
static int percent(int reached, int lines)
{
	return lines > 0 ? reached * 100 / lines : 100;
}

static void exercise_print(const char *lab, const json_t *exercise)
{
	const json_t *never = json_object_get(exercise, "never");
	int lines = int_of(exercise, "lines"), reached = int_of(exercise, "reached");
	char *line = NULL;
	size_t size;
	FILE *out = json_array_size(never) == 0 ? NULL : open_memstream(&line, &size);

	if (!out)
		return;
	fprintf(out, "%s.c  %s: %d of %d lines reached (%d %%); no check reached line%s ", lab,
		text_of(exercise, "function"), reached, lines, percent(reached, lines),
		json_array_size(never) > 1 ? "s" : "");
	lines_print(out, never);
	fclose(out);
	fputs("       ", stdout);
	wrap_print(stdout, wrap_width(), 7, "       ", line);
	free(line);
}

static void unknown_print(const json_t *unknown)
{
	for (size_t i = 0; i < json_array_size(unknown); i++)
		printf("%s%s", i > 0 ? ", " : "       not counted, for want of counters: ",
		       json_string_value(json_array_get(unknown, i)));
	if (json_array_size(unknown) > 0)
		fputs("\n", stdout);
}

static void labs_print(const json_t *labs)
{
	int lines = 0, reached = 0;

	for (size_t i = 0; i < json_array_size(labs); i++) {
		const json_t *list = json_object_get(json_array_get(labs, i), "exercises");

		for (size_t k = 0; k < json_array_size(list); k++) {
			lines += int_of(json_array_get(list, k), "lines");
			reached += int_of(json_array_get(list, k), "reached");
		}
	}
	if (lines == 0) {
		puts("lines  none were counted: that needs gcc, and programs that end by "
		     "themselves");
		return;
	}
	printf("lines  %d of %d lines reached by checks (%d %%)\n", reached, lines,
	       percent(reached, lines));
	for (size_t i = 0; i < json_array_size(labs); i++) {
		const json_t *lab = json_array_get(labs, i),
			     *list = json_object_get(lab, "exercises");

		for (size_t k = 0; k < json_array_size(list); k++)
			exercise_print(text_of(lab, "lab"), json_array_get(list, k));
		unknown_print(json_object_get(lab, "unknown"));
	}
}

int coverage_tell(const Grade *grade, const json_t *labs)
{
	if (results_add(grade, labs) < 0)
		return -1;
	labs_print(labs);
	return 0;
}

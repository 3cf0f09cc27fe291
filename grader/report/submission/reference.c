/* reference.c - makes and finds the timelines of the solutions. */
#include "grader/report/submission/reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/report/page/page.h"

/* Removes the names of calls, so that a timeline does not reveal the solution. */
static void names_remove(json_t *timeline)
{
	for (size_t i = 0; i < json_array_size(timeline); i++) {
		json_t *op = json_array_get(timeline, i);

		json_object_del(op, "line");
		if (strcmp(text_of(op, "kind"), "call") == 0)
			json_object_set_new(op, "name", json_string(""));
	}
}

/* Of what a run sent only the times stay that a page draws: the rest are answers, or differ from one
 * computer to the other. */
static void values_reduce(json_t *runs)
{
	static const char *const drawn[] = {"status", "cpu", "gpu", "gpu_with_copies"};

	for (size_t i = 0; i < json_array_size(runs); i++) {
		json_t *run = json_array_get(runs, i), *kept = json_object();
		const json_t *values = json_object_get(run, "values");

		for (size_t k = 0; k < sizeof drawn / sizeof *drawn; k++)
			if (json_object_get(values, drawn[k]))
				json_object_set(kept, drawn[k], json_object_get(values, drawn[k]));
		json_object_set_new(run, "values", kept);
	}
}

static void lab_add(json_t *checks, const json_t *lab)
{
	const json_t *list = json_object_get(lab, "checks");

	for (size_t i = 0; i < json_array_size(list); i++) {
		json_t *check = json_array_get(list, i), *timeline;

		timeline = json_object_get(check, "timeline");
		if (!json_is_array(timeline))
			continue;
		names_remove(timeline);
		values_reduce(json_object_get(check, "runs"));
		json_object_set_new(checks, text_of(check, "id"),
				    json_pack("{s:O, s:i, s:O}", "runs",
					      json_object_get(check, "runs"), "shown",
					      int_of(check, "shown"), "timeline", timeline));
	}
}

/* One check a line, so that a change of one can be seen. */
static char *reference_text(const json_t *results, json_t *checks)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);
	const char *between = "", *id;
	json_t *check;

	if (!out)
		return NULL;
	fprintf(out, "{\"schema\":1,\"machine\":\"%s\",\"seed\":%d,\"checks\":{",
		text_of(results, "machine"), int_of(results, "seed"));
	json_object_foreach(checks, id, check)
	{
		fprintf(out, "%s\n\"%s\":", between, id);
		json_dumpf(check, out, JSON_COMPACT | JSON_REAL_PRECISION(6));
		between = ",";
	}
	fputs("\n}}\n", out);
	return fclose(out) == 0 ? text : NULL;
}

int reference_make(const char *folder, const char *file)
{
	Graded graded;
	int bad = graded_load(folder, &graded) < 0;
	const json_t *labs = json_object_get(graded.details, "labs");
	json_t *checks = json_object();

	if (!bad && !graded.details) {
		refuse("%s: expected details.json in it; grade with "
		       "--details",
		       folder);
		bad = 1;
	}
	for (size_t i = 0; i < json_array_size(labs); i++)
		lab_add(checks, json_array_get(labs, i));
	if (!bad) {
		char *text = reference_text(graded.results, checks);

		bad = !text || page_put(file, text, strlen(text)) < 0;
		free(text);
	}
	json_decref(checks);
	graded_release(&graded);
	return bad ? -1 : 0;
}

json_t *reference_find(const char *build, const char *kit, const json_t *results, const char *check)
{
	const char *machine = text_of(results, "machine");
	char *own = text_new("%s/report/reference/%s-%d%s%s.json", build,
			     !strchr(machine, '/') ? machine : "none", int_of(results, "seed"),
			     check ? "-" : "", check ? check : "");
	char *shipped = text_new("%s/grader/report/reference.json", kit);
	json_t *found = json_file_load(own, 0);

	if (!found)
		found = json_file_load(shipped, 0);
	free(shipped);
	free(own);
	return found;
}

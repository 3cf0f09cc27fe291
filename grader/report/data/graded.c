/* graded.c - reads JSON files and what is in them. */
#include "grader/report/data/graded.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"

#define FILE_MOST (128L << 20)

json_t *json_file_load(const char *path, int needed)
{
	struct stat about;
	json_error_t error;
	json_t *json = NULL;

	if (stat(path, &about) < 0) {
		if (needed)
			refuse("%s: %s", path, strerror(errno));
		return NULL;
	}
	if (!S_ISREG(about.st_mode) || about.st_size > FILE_MOST) {
		refuse("%s: expected a file of at most %ld MiB", path, FILE_MOST >> 20);
		return NULL;
	}
	json = json_load_file(path, 0, &error);
	if (!json)
		refuse("%s: expected JSON: line %d: %s", path, error.line, error.text);
	return json;
}

static json_t *part_load(const char *folder, const char *name, int needed)
{
	char *path = text_new("%s/%s", folder, name);
	json_t *json = json_file_load(path, needed);

	free(path);
	return json;
}

int graded_load(const char *folder, Graded *g)
{
	memset(g, 0, sizeof *g);
	g->results = part_load(folder, "results.json", 1);
	g->details = part_load(folder, "details.json", 0);
	g->coverage = part_load(folder, "coverage.json", 0);
	return !g->results ? -1 : 0;
}

void graded_release(Graded *g)
{
	json_decref(g->results);
	json_decref(g->details);
	json_decref(g->coverage);
	json_decref(g->reference);
	json_decref(g->head);
	memset(g, 0, sizeof *g);
}

const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return !text ? "" : text;
}

double number_of(const json_t *object, const char *key)
{
	double number = json_number_value(json_object_get(object, key));

	return isfinite(number) ? number : 0;
}

int int_of(const json_t *object, const char *key)
{
	double number = number_of(object, key);

	return number >= INT_MIN && number <= INT_MAX ? (int)number : 0;
}

json_t *list_find(const json_t *list, const char *key, const char *text)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (strcmp(text_of(json_array_get(list, i), key), text) == 0)
			return json_array_get(list, i);
	return NULL;
}

int lab_number(const char *lab)
{
	return strncmp(lab, "lab", 3) == 0 ? atoi(lab + 3) : 0;
}

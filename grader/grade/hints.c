/* hints.c - finds the check, remembers the step in BUILD/hints/SUBMISSION/N.M. */
#include "grader/grade/hints.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/base/wrap.h"
#include "grader/setup/work_dir.h"

/* Grades lab after lab until a check does not pass. NULL with *failed 0 when all pass. */
static const Check *unfinished_find(const Options *options)
{
	const Check *found = NULL;

	for (int i = 0; !found && i < registry_count(); i++) {
		Options one = *options;

		if (!options_have_lab(options, registry_at(i)))
			continue;
		one.lab = registry_at(i)->number;

		Grade *grade = grade_submission(&one);

		for (int k = grade->labs[0].count - 1; k >= 0; k--)
			if (grade->labs[0].checks[k].verdict.kind != VERDICT_PASS)
				found = grade->labs[0].checks[k].check;
		grade_free(grade);
	}
	return found;
}

static const Check *check_find(const char *id)
{
	const LabChecks *lab = registry_lab_of(id);

	for (int i = 0; lab && i < lab->count; i++)
		if (strcmp(lab->checks[i].id, id) == 0)
			return &lab->checks[i];
	return NULL;
}

/* Reads how many hints were given before. */
static int step_read(const char *path)
{
	FILE *file = fopen(path, "re");
	int step = 0;

	if (file) {
		if (fscanf(file, "%d", &step) != 1 || step < 0)
			step = 0;
		fclose(file);
	}
	return step;
}

static int step_write(const Options *o, const char *path, int step)
{
	char *folder = text_new("%s/hints/%s", o->build, o->place);
	FILE *file = NULL;

	if (folder_create(folder) == 0)
		file = fopen(path, "we");
	free(folder);
	if (!file || fprintf(file, "%d\n", step) < 0 || fclose(file) != 0) {
		refuse("%s cannot be written: %s", path, strerror(errno));
		return -1;
	}
	return 0;
}

static int hints_count(const Check *check)
{
	int count = 0;

	while (count < CHECK_HINTS && check->hints[count])
		count++;
	return count;
}

static char *step_path(const Options *o, const Check *check)
{
	return text_new("%s/hints/%s/%s", o->build, o->place, check->id);
}

static void hint_print(const Check *check, int number, int count)
{
	char line[600];

	snprintf(line, sizeof line, "hint %d of %d%s: %s", number + 1, count,
		 number + 1 == count ? ", the last" : "", check->hints[number]);
	printf("      ");
	wrap_print(stdout, wrap_width(), 6, "      ", line);
}

int hint_give(const Options *o)
{
	int count, step, bad;
	const Check *check = o->check ? check_find(o->check) : unfinished_find(o);

	if (!check) {
		printf("Every check passes; there is nothing to hint at.\n");
		return 0;
	}
	count = hints_count(check);
	printf("%s  %s\n", check->id, check->title);
	if (count == 0) {
		printf("      there is no hint for this one\n");
		return 0;
	}

	char *path = step_path(o, check);

	step = step_read(path);
	/* who has had them all gets them all again */
	for (int i = step < count ? step : 0; i < (step < count ? step + 1 : count); i++)
		hint_print(check, i, count);
	bad = step_write(o, path, step < count ? step + 1 : count);
	free(path);
	return bad;
}

/* hidden.c - one shared object with a labN_hidden_judge for each lab that has hidden checks. */
#include "grader/setup/hidden.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"

#define LINE_MAX_BYTES 300
#define LABS_MAX       99

static int fault(const char *what, const char *why)
{
	refuse("%s: %s", what, why);
	return -1;
}

/* --- loading ---------------------------------------------------------------------------------- */

static int labs_extend(void *object, const char *path)
{
	int found = 0;

	for (int number = 1; number <= LABS_MAX; number++) {
		char symbol[40], why[200];
		const LabChecks *more;

		snprintf(symbol, sizeof symbol, "lab%d_hidden_judge", number);
		more = dlsym(object, symbol);
		if (!more)
			continue;
		found++;
		if (registry_extend(more, why, sizeof why) < 0)
			return fault(symbol, why);
	}
	return found > 0 ? 0 : fault(path, "wanted a labN_hidden_judge, found none");
}

int hidden_load(const Options *o)
{
	char *path = text_new("%s/hidden.so", o->hidden);
	/* Never closed: its checks are in the registry. RTLD_NOW: what it calls must exist. */
	void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	int bad = !object ? fault("HIDDEN", dlerror()) : labs_extend(object, path);

	free(path);
	return bad;
}

char *hidden_drive(const Options *o, const LabChecks *lab)
{
	char *path;

	if (!o->hidden)
		return NULL;
	path = text_new("%s/lab%d_drive.o", o->hidden, lab->number);
	if (access(path, R_OK) == 0)
		return path;
	free(path);
	return NULL;
}

void hidden_told(const Check *check, char told[HIDDEN_TOLD_SIZE])
{
	const char *text = check->told ? check->told : "hidden";

	text_clean(told, HIDDEN_TOLD_SIZE, text, strlen(text));
}

static void lab_print(const LabChecks *lab)
{
	for (int i = 0; i < lab->count; i++) {
		const Check *check = &lab->checks[i];
		char told[HIDDEN_TOLD_SIZE];

		if (!check->hidden)
			continue;
		hidden_told(check, told);
		printf("%s %g %s\n", check->id, check->points, told);
	}
}

int hidden_print(const Options *o)
{
	if (!o->hidden)
		return fault("HIDDEN", "wanted checks to announce; none are loaded");
	printf("# Checks that your instructor has, and that are not in this folder: number, "
	       "points, "
	       "what about.\n");
	for (int i = 0; i < registry_count(); i++)
		lab_print(registry_at(i));
	return 0;
}

/* --- the list that students have -------------------------------------------------------------- */

/* Adds the line to the sum if it is about this lab. -1 when it cannot be understood. */
static int line_add(const char *line, int lab, HiddenSum *sum)
{
	int number, check, used = 0;
	double points;

	while (isspace((unsigned char)*line))
		line++;
	if (*line == '#' || *line == '\0')
		return 0;
	if (sscanf(line, "%2d.%4d %lf %n", &number, &check, &points, &used) != 3 || used == 0 ||
	    line[used] == '\0' || number < 1 || check < 0 || !(points > 0 && points <= 100))
		return -1;
	if (number == lab) {
		sum->checks++;
		sum->points += points;
	}
	return 0;
}

int hidden_sum(const Options *o, int lab, HiddenSum *sum)
{
	char *path = text_new("%s/" HIDDEN_LIST, o->root), line[LINE_MAX_BYTES];
	FILE *file = o->hidden ? NULL : fopen(path, "re");
	int missing = !file && errno == ENOENT, number = 0, bad = 0;

	*sum = (HiddenSum){0, 0};
	if (!o->hidden && !file && !missing)
		bad = fault(HIDDEN_LIST, strerror(errno));
	while (!bad && file && fgets(line, sizeof line, file)) {
		number++;
		if (line_add(line, lab, sum) < 0) {
			char what[40];

			snprintf(what, sizeof what, HIDDEN_LIST ":%d", number);
			bad = fault(what, "wanted a number, points and a title, as in: 3.91 2 "
					  "hidden");
		}
	}
	if (file)
		fclose(file);
	free(path);
	return bad;
}

/* progress.c - reads, merges and writes BUILD/progress/SUBMISSION/N. */
#include "grader/grade/progress.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/base/wrap.h"
#include "grader/setup/work_dir.h"

#define CHECKS_MAX 32
#define BAR_WIDTH  20

/* Of one lab, in the order of its checks. */
typedef struct Progress {
	int known[CHECKS_MAX]; /* 1: it has been judged */
	int passed[CHECKS_MAX];
} Progress;

static char *progress_path(const Options *o, const LabChecks *lab)
{
	return text_new("%s/progress/%s/%d", o->build, o->place, lab->number);
}

static int check_index(const LabChecks *lab, const char *id)
{
	for (int i = 0; i < lab->count && i < CHECKS_MAX; i++)
		if (strcmp(lab->checks[i].id, id) == 0)
			return i;
	return -1;
}

/* A line that is not understood is as if it were not there. */
static Progress progress_read(const Options *o, const LabChecks *lab)
{
	char *path = progress_path(o, lab), id[16], word[16], line[64];
	FILE *file = fopen(path, "re");
	Progress progress = {{0}, {0}};

	free(path);
	while (file && fgets(line, sizeof line, file)) {
		int i = sscanf(line, "%15s %15s", id, word) == 2 ? check_index(lab, id) : -1;

		if (i < 0)
			continue;
		progress.known[i] = 1;
		progress.passed[i] = strcmp(word, "pass") == 0;
	}
	if (file)
		fclose(file);
	return progress;
}

/* A new file takes the old one's place, so two checks at once leave one of the two. */
static int progress_write(const Options *o, const LabChecks *lab, const Progress *progress)
{
	char *folder = text_new("%s/progress/%s", o->build, o->place);
	char *path = progress_path(o, lab);
	char *fresh = text_new("%s.%d", path, (int)getpid());
	FILE *file = folder_create(folder) == 0 ? fopen(fresh, "we") : NULL;
	int bad = !file;

	for (int i = 0; !bad && i < lab->count && i < CHECKS_MAX; i++)
		if (progress->known[i])
			bad = fprintf(file, "%s %s\n", lab->checks[i].id,
				      progress->passed[i] ? "pass" : "open") < 0;
	if (file && fclose(file) != 0)
		bad = 1;
	bad = bad || rename(fresh, path) < 0;
	if (bad) {
		refuse("the progress cannot be kept: %s: %s", path, strerror(errno));
		unlink(fresh);
	}
	free(fresh);
	free(path);
	free(folder);
	return bad ? -1 : 0;
}

bool progress_has_passed(const Options *o, const LabChecks *lab, const char *id)
{
	int at = check_index(lab, id);

	return at >= 0 && progress_read(o, lab).passed[at];
}

void progress_keep(const Options *o, const LabResult *result, double *gained)
{
	Progress progress = progress_read(o, result->lab);

	*gained = 0;
	for (int i = 0; i < result->count; i++) {
		const CheckResult *check = &result->checks[i];
		int at = check_index(result->lab, check->check->id);
		int passes = check->verdict.kind == VERDICT_PASS;

		if (at < 0 || !verdict_is_judged(check->verdict.kind))
			continue;
		if (passes && !progress.passed[at])
			*gained += check->check->points;
		progress.known[at] = 1;
		progress.passed[at] = passes;
	}
	progress_write(o, result->lab, &progress);
}

/* --- at a glance ------------------------------------------------------------------------------ */

static void bar_print(double share)
{
	int full = (int)(share * BAR_WIDTH + 0.5);

	putchar('[');
	for (int i = 0; i < BAR_WIDTH; i++)
		putchar(i < full ? '#' : '.');
	putchar(']');
}

static void lab_print(const Options *o, const LabChecks *lab, double *score, double *most)
{
	Progress progress = progress_read(o, lab);
	const Check *open[2] = {NULL, NULL}; /* the first of the core, and of the stretch ones */
	double passed = 0, all = 0;
	char line[200] = "done";

	for (int i = 0; i < lab->count && i < CHECKS_MAX; i++) {
		all += lab->checks[i].points;
		if (progress.passed[i])
			passed += lab->checks[i].points;
		else if (!open[lab->checks[i].stretch])
			open[lab->checks[i].stretch] = &lab->checks[i];
	}
	if (open[0])
		snprintf(line, sizeof line, "next: %s %s", open[0]->id, open[0]->title);
	else if (open[1])
		snprintf(line, sizeof line, "%s: %s %s",
			 lab->is_beyond ? "next" : "core done; stretch", open[1]->id,
			 open[1]->title);
	printf("%-20s ", lab->name);
	bar_print(all > 0 ? passed / all : 0);
	printf(" %4g of %-4g ", passed, all);
	wrap_print(stdout, wrap_width(), 56, "                    ", line);
	*score += passed;
	*most += all;
}

static bool is_begun(const Options *o, const LabChecks *lab)
{
	const Progress progress = progress_read(o, lab);

	for (int i = 0; i < lab->count && i < CHECKS_MAX; i++)
		if (progress.passed[i])
			return true;
	return false;
}

int progress_print(const Options *o)
{
	double score = 0, most = 0;

	for (int i = 0; i < registry_count(); i++)
		if (options_have_lab(o, registry_at(i)))
			lab_print(o, registry_at(i), &score, &most);
	printf("%-42s %5g of %g points, as last checked\n", "", score, most);
	/* what is beyond the chapter has points of its own; it is told of where somebody has begun with it */
	for (int i = 0; i < registry_count() && !o->labs && o->lab == 0; i++)
		if (registry_at(i)->is_beyond && is_begun(o, registry_at(i)))
			lab_print(o, registry_at(i), &score, &most);
	return 0;
}

/* main.c - usegpu-mutate: how many mistakes do the checks of a lab catch?
 *
 * Theory of operation. Every operator (operators_*.c) makes small changes in what a solution has
 * between its marks; each change that compiles ought to be a mistake that a check catches. Every
 * mutant is graded by the grader itself: first by the check of its exercise, then, if that passes,
 * by all of the lab. Those that survive must stand in the reviewed list, with the reason; entries
 * of the list must survive. So a check that became weaker, or a solution that grew a part that
 * nobody checks, is found.
 *
 * Exit status: 0 all as reviewed; 1 it is not, or fewer than 95 % are caught; 2 it could not be
 * tried. */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interrupt.h"
#include "suite.h"
#include "text.h"

#define SHARE_LEAST 95.0

static const char usage[] =
	"usage: usegpu-mutate [options] SOLUTION...\n"
	"Makes small mistakes in the solutions (labN_*.c) and tells which no check catches.\n"
	"  --lab N            only this lab\n"
	"  --check N.M        only this exercise\n"
	"  --jobs N           so many graders at once (2)\n"
	"  --sample N         grade every N-th mutant (1: all)\n"
	"  --seed S           of the grader (41)\n"
	"  --seconds S        the most that one run may take (4)\n"
	"  --list             print the mutants, grade none, and tell entries that are GONE\n"
	"  --verbose          tell of every mutant what came of it\n"
	"  --survivors FILE   the reviewed list (grader/mutants/survivors.txt)\n"
	"  --build DIR        where the kit is built (build)\n"
	"  --grade COMMAND    the grader with its options (BUILD/bin/usegpu-grade --build BUILD)\n"
	"  --compile COMMAND  the compiler with its options, to tell which mutants are the same "
	"code\n";

static int number_read(const char *name, const char *text, int *number)
{
	char *end;
	long value = strtol(text, &end, 10);

	if (*text < '0' || *text > '9' || *end != '\0' || value < 1 || value > 100000) {
		fprintf(stderr, "usegpu-mutate: %s %s: wanted a whole number from 1 to 100000\n",
			name, text);
		return -1;
	}
	*number = (int)value;
	return 0;
}

typedef struct Arguments {
	const char *survivors, *jobs, *sample;
	Settings settings;
} Arguments;

/* 0, 1 when --help was printed, or -1 with one line on stderr. */
static int arguments_read(Arguments *a, int argc, char **argv)
{
	enum { LAB, CHECK, JOBS, SAMPLE, SEED, SECONDS, SURVIVORS, BUILD, GRADE, COMPILE, TEXTS };
	enum { LIST = TEXTS, VERBOSE, HELP };
	static const struct option known[] = {
		{"lab", required_argument, NULL, LAB},
		{"check", required_argument, NULL, CHECK},
		{"jobs", required_argument, NULL, JOBS},
		{"sample", required_argument, NULL, SAMPLE},
		{"seed", required_argument, NULL, SEED},
		{"seconds", required_argument, NULL, SECONDS},
		{"survivors", required_argument, NULL, SURVIVORS},
		{"build", required_argument, NULL, BUILD},
		{"grade", required_argument, NULL, GRADE},
		{"compile", required_argument, NULL, COMPILE},
		{"list", no_argument, NULL, LIST},
		{"verbose", no_argument, NULL, VERBOSE},
		{"help", no_argument, NULL, HELP},
		{NULL, 0, NULL, 0},
	};
	const char *given[TEXTS] = {[JOBS] = "2",
				    [SAMPLE] = "1",
				    [SEED] = "41",
				    [SECONDS] = "4",
				    [SURVIVORS] = "grader/mutants/survivors.txt",
				    [BUILD] = "build"};
	Settings *s = &a->settings;
	int code, number;

	while ((code = getopt_long(argc, argv, "", known, NULL)) != -1) {
		if (code == '?')
			return -1; /* getopt has said why */
		if (code < TEXTS)
			given[code] = optarg;
		else if (code == HELP)
			return fputs(usage, stdout), 1;
		else
			*(code == LIST ? &s->list : &s->verbose) = 1;
	}
	if (optind == argc) {
		fprintf(stderr, "usegpu-mutate: wanted at least one SOLUTION; see --help\n");
		return -1;
	}
	a->survivors = given[SURVIVORS];
	s->check = given[CHECK];
	s->bench = (Bench){.grade = given[GRADE],
			   .compile = given[COMPILE],
			   .build = given[BUILD],
			   .seed = given[SEED],
			   .seconds = given[SECONDS]};
	s->lab = 0;
	if (given[LAB] != NULL && number_read("LAB", given[LAB], &s->lab) < 0)
		return -1;
	return number_read("--jobs", given[JOBS], &s->jobs) < 0 ||
			       number_read("--sample", given[SAMPLE], &s->sample) < 0 ||
			       number_read("--seed", given[SEED], &number) < 0 ||
			       number_read("--seconds", given[SECONDS], &number) < 0
		       ? -1
		       : 0;
}

static void nothing_tell(const Settings *s)
{
	if (s->check != NULL)
		fprintf(stderr,
			"usegpu-mutate: CHECK=%s: no mutants; wanted an exercise of the "
			"solutions\n",
			s->check);
	else
		fprintf(stderr,
			"usegpu-mutate: LAB=%d: no mutants; wanted a lab of the solutions\n",
			s->lab);
}

/* What to do when it is not as it should be. */
static int verdict_tell(const Settings *s, const Tally *tally, const char *list)
{
	int low = s->sample == 1 && tally_share(tally) < SHARE_LEAST;

	if (tally->unexpected > 0)
		printf("%d differ from the reviewed list. For a mutant that SURVIVES improve its "
		       "check, "
		       "or, if it\nis no mistake, put its three lines, and \"equal\" and the "
		       "reason, into %s.\nTake "
		       "what is "
		       "CAUGHT or GONE out of that file.\n",
		       tally->unexpected, list);
	if (low)
		printf("wanted %g %% caught at least\n", SHARE_LEAST);
	if (tally->of[OUTCOME_FAULT] > 0)
		return 2;
	return tally->unexpected > 0 || low;
}

int main(int argc, char **argv)
{
	Arguments a = {.survivors = NULL};
	Survivors survivors = {.list = NULL};
	Tally tally = {.chosen = 0};
	int read = arguments_read(&a, argc, argv), status = 2;
	Settings *s = &a.settings;

	if (read != 0)
		return read < 0 ? 2 : 0;

	char *folder = text_new("%s/mutants-%d-XXXXXX", s->bench.build, (int)getpid());
	char *grade =
		text_new("'%s/bin/usegpu-grade' --build '%s'", s->bench.build, s->bench.build);

	signal(SIGPIPE, SIG_IGN);
	interrupt_install();
	s->bench.folder = folder;
	s->bench.grade = s->bench.grade == NULL ? grade : s->bench.grade;
	if (mkdtemp(folder) == NULL) {
		fprintf(stderr, "usegpu-mutate: --build %s: no folder can be made there\n",
			s->bench.build);
	} else if (survivors_read(&survivors, a.survivors) == 0) {
		for (status = 0; optind < argc && status == 0 && !interrupt_came(); optind++)
			status = suite_run(s, &survivors, argv[optind], &tally) < 0 ? 2 : 0;
		if (interrupt_came()) {
			status = 2; /* half of it says nothing */
		} else if (status == 0 && tally.chosen == 0) {
			nothing_tell(s);
			status = 2;
		} else if (status == 0) {
			printf("all: ");
			if (s->list)
				printf("%d mutants\n", tally.chosen);
			else
				tally_print(&tally);
			status = verdict_tell(s, &tally, a.survivors);
		}
	}
	folder_clear(folder);
	survivors_free(&survivors);
	free(folder);
	free(grade);
	if (interrupt_came())
		interrupt_leave();
	return fflush(stdout) == 0 ? status : 2;
}

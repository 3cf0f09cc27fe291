/* main.c - usegpu selfcheck: how many mistakes do the checks of a lab catch?
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
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/command_line.h"
#include "grader/base/folder.h"
#include "grader/base/interrupt.h"
#include "grader/base/text.h"
#include "grader/mutants/suite.h"
#include "grader/setup/kit_settings.h"

#define SHARE_LEAST 95.0

enum { LAB, CHECK, JOBS, SAMPLE, SEED, SECONDS, SURVIVORS, BUILD, GRADE, COMPILE, TEXTS };
enum { LIST, VERBOSE };

static const struct argp_option options[] = {
	{"lab", OPTION_KEY(LAB), "N", 0, "only this lab", 0},
	{"check", OPTION_KEY(CHECK), "N.M", 0, "only this exercise", 0},
	{"jobs", OPTION_KEY(JOBS), "N", 0, "so many graders at once (2)", 0},
	{"sample", OPTION_KEY(SAMPLE), "N", 0, "grade every N-th mutant (1: all)", 0},
	{"seed", OPTION_KEY(SEED), "S", 0, "of the grader (41)", 0},
	{"seconds", OPTION_KEY(SECONDS), "S", 0, "the most that one run may take (4)", 0},
	{"survivors", OPTION_KEY(SURVIVORS), "FILE", 0,
	 "the reviewed list (grader/mutants/survivors.txt)", 0},
	{"build", OPTION_KEY(BUILD), "DIR", 0, "where the kit is built (build)", 0},
	{"grade", OPTION_KEY(GRADE), "COMMAND", 0,
	 "the grader with its options (BUILD/bin/usegpu grade --build BUILD)", 0},
	{"compile", OPTION_KEY(COMPILE), "COMMAND", 0,
	 "the compiler with its options, to tell which mutants are the same code", 0},
	{"list", FLAG_KEY(LIST), NULL, 0,
	 "print the mutants, grade none, and tell entries that are GONE", 0},
	{"verbose", FLAG_KEY(VERBOSE), NULL, 0, "tell of every mutant what came of it", 0},
	{0},
};

static const struct argp argp = {
	options,
	NULL,
	"SOLUTION...",
	"Makes small mistakes in the solutions (labN_*.c) and tells which no check catches.",
	NULL,
	NULL,
	NULL};

static int number_read(const char *name, const char *text, int *number)
{
	char *end;
	long value = strtol(text, &end, 10);

	if (*text < '0' || *text > '9' || *end != '\0' || value < 1 || value > 100000) {
		fprintf(stderr, "usegpu: %s %s: wanted a whole number from 1 to 100000\n", name,
			text);
		return -1;
	}
	*number = (int)value;
	return 0;
}

typedef struct Arguments {
	const char *survivors;
	int first; /* solution in argv */
	Settings settings;
} Arguments;

/* 0, 1 when --help was printed, or -1 with one line on stderr. */
static int arguments_read(Arguments *a, int argc, char **argv)
{
	const char *given[TEXTS] = {[JOBS] = "2",
				    [SAMPLE] = "1",
				    [SEED] = "41",
				    [SECONDS] = "4",
				    [SURVIVORS] = "grader/mutants/survivors.txt",
				    [BUILD] = kit_build(),
				    [COMPILE] = kit_setting("mutant_compile", NULL)};
	Settings *s = &a->settings;
	int *const flags[] = {&s->list, &s->verbose};
	CommandLine line = {&argp, given, flags, 0, 0};
	int read = command_line_read(&line, argc, argv), number;

	if (read != 0)
		return read;
	if (line.first == argc) {
		fprintf(stderr, "usegpu: wanted at least one SOLUTION; see --help\n");
		return -1;
	}
	a->first = line.first;
	a->survivors = given[SURVIVORS];
	s->check = given[CHECK];
	s->bench = (Bench){.grade = given[GRADE],
			   .compile = given[COMPILE],
			   .compile_cuda = kit_setting("mutant_cuda", NULL),
			   .build = given[BUILD],
			   .seed = given[SEED],
			   .seconds = given[SECONDS]};
	s->lab = 0;
	if (given[LAB] && number_read("LAB", given[LAB], &s->lab) < 0)
		return -1;
	return number_read("--jobs", given[JOBS], &s->jobs) < 0 ||
			       number_read("--sample", given[SAMPLE], &s->sample) < 0 ||
			       number_read("--seed", given[SEED], &number) < 0 ||
			       number_read("--seconds", given[SECONDS], &number) < 0
		       ? -1
		       : 0;
}

/* The kit's grader, as a shell's command; what C forbids counts as not compiled (Makefile). */
static char *grade_own(const char *build)
{
	const char *cflags = kit_setting("mutant_cflags", NULL);

	return !cflags ? text_new("'%s/bin/usegpu' grade --build '%s'", build, build)
		       : text_new("'%s/bin/usegpu' grade --build '%s' --cflags '%s'", build, build,
				  cflags);
}

static void nothing_tell(const Settings *s)
{
	if (s->check)
		fprintf(stderr,
			"usegpu: CHECK=%s: no mutants; wanted an exercise of the "
			"solutions\n",
			s->check);
	else
		fprintf(stderr, "usegpu: LAB=%d: no mutants; wanted a lab of the solutions\n",
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

static int command_selfcheck(int argc, char **argv)
{
	Arguments a = {.survivors = NULL};
	Survivors survivors = {.list = NULL};
	Tally tally = {.chosen = 0};
	int read = arguments_read(&a, argc, argv), status = 2;
	Settings *s = &a.settings;

	if (read != 0)
		return read < 0 ? 2 : 0;

	char *folder = text_new("%s/mutants-%d-XXXXXX", s->bench.build, (int)getpid());
	char *grade = grade_own(s->bench.build);

	signal(SIGPIPE, SIG_IGN);
	interrupt_install();
	s->bench.folder = folder;
	s->bench.grade = !s->bench.grade ? grade : s->bench.grade;
	if (!mkdtemp(folder)) {
		fprintf(stderr, "usegpu: --build %s: no folder can be made there\n",
			s->bench.build);
	} else if (survivors_read(&survivors, a.survivors) == 0) {
		status = 0;
		for (; a.first < argc && status == 0 && !interrupt_came(); a.first++)
			status = suite_run(s, &survivors, argv[a.first], &tally) < 0 ? 2 : 0;
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
	folder_remove(folder);
	survivors_free(&survivors);
	free(folder);
	free(grade);
	if (interrupt_came())
		interrupt_leave();
	return fflush(stdout) == 0 ? status : 2;
}

const Command usegpu_selfcheck = {command_selfcheck, &argp};

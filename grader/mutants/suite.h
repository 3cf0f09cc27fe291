/* suite.h - all mutants of one solution: found, graded, held against the reviewed list, told. */
#ifndef GRADER_MUTANTS_SUITE_H
#define GRADER_MUTANTS_SUITE_H

#include "grader/mutants/survivors.h"
#include "grader/mutants/tally.h"
#include "grader/mutants/trial.h"

typedef struct Settings {
	Bench bench;
	int lab;           /* only this one; 0: all */
	const char *check; /* only this exercise; NULL: all */
	int jobs;
	int sample; /* grade every sample-th mutant */
	int list;   /* only print them */
	int verbose;
} Settings;

/* `path` is solutions/labN_*.c. Adds to the tally; -1 with one line on stderr when it cannot. */
int suite_run(const Settings *settings, Survivors *survivors, const char *path, Tally *tally);

#endif

/* hidden.h - an instructor's hidden checks: loaded when they are graded, and announced to students,
 * who have a list of them and not the checks (docs/hidden.md). */
#ifndef GRADER_SETUP_HIDDEN_H
#define GRADER_SETUP_HIDDEN_H

#include "grader/setup/options.h"
#include "grader/setup/registry.h"

/* The list that students have, in the kit's folder. A line is "3.91 2 what it is about": number,
 * points, and what the instructor tells or "hidden". # begins a comment. */
#define HIDDEN_LIST "labs/HIDDEN"

/* Loads options->hidden/hidden.so, which grader/handout/hidden.sh has built. Its judges are trusted
 * like the kit's. 0, or -1 with a line on stderr. */
int hidden_load(const Options *options);

/* The object with the drives of this lab's hidden checks, to be freed; NULL: there is none. */
char *hidden_drive(const Options *options, const LabChecks *lab);

/* What students are told of a hidden check, as one line: "hidden" when it says nothing. */
#define HIDDEN_TOLD_SIZE 160
void hidden_told(const Check *check, char told[HIDDEN_TOLD_SIZE]);

/* Prints that list for the checks that were loaded. 0, or -1 with a line on stderr. */
int hidden_print(const Options *options);

/* Sums up the list for one lab: how many checks, how many points. All 0 when there is none, and
 * when the checks themselves are loaded. 0, or -1 with a line on stderr when it cannot be
 * understood. */
typedef struct HiddenSum {
	int checks;
	double points;
} HiddenSum;

int hidden_sum(const Options *options, int lab, HiddenSum *sum);

#endif

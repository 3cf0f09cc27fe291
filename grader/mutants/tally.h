/* tally.h - how many mutants were caught, and how many were not. */
#ifndef GRADER_MUTANTS_TALLY_H
#define GRADER_MUTANTS_TALLY_H

#include "grader/mutants/trial.h"

typedef struct Tally {
	int chosen; /* how many mutants */
	int of[OUTCOMES];
	int equal, accepted; /* reviewed survivors */
	int unexpected;      /* survivors that are not in the list, and entries that do not hold */
} Tally;

void tally_add(Tally *tally, const Tally *other);

/* Caught mutants in percent of those that are mistakes. */
double tally_share(const Tally *tally);

/* All of it on one line. */
void tally_print(const Tally *tally);

#endif

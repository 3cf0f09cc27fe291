/* dyed.h - numbers that come out of shared memory as others: what was made of them shows whether it went that way. */
#ifndef GRADER_LABS_LAB11_DYED_H
#define GRADER_LABS_LAB11_DYED_H

#include "grader/labs/lab11/judge.h"

/* In place of `from` comes `to`, which is no `from` itself: a number may be put there twice, and is changed once. */
typedef struct DyedNumber {
	float from, to;
} DyedNumber;

typedef struct Dyed {
	DyedNumber *list; /* ascending by `from` */
	int64_t count;
} Dyed;

/* Rows have numbers that are so far apart, and in some one towers above the others by so much. */
#define ROWS_SPREAD 60
#define ROWS_TOWER  800 /* more than any exp of a double lies below it */

/* Of these numbers some, which become any. */
Dyed dyed_any(Judge *j, const float *x, int64_t count);
/* Of rows pairs of numbers, which become each other, as nearly as may be: so a row has the same sum of exp. No thread's
 * largest number is one of them. Of numbers far from 0 alone. */
Dyed dyed_pairs(Judge *j, const float *x, int64_t rows, int64_t columns);
/* Of numbers on a grid of so many steps to 1 (case_grid) some, which stay on it: times the one power of two, and times the
 * other. */
Dyed dyed_grid(Judge *j, int steps, float a, float b);

/* Has it done in the run, of these numbers in shared memory. */
void dyed_order(Judge *j, Run *r, RunDyed of, const Dyed *d);

/* What comes of that number; of these. */
float dyed_of(const Dyed *d, float number);
float *dyed_all(Judge *j, const Dyed *d, const float *x, int64_t count);

/* Wants nothing unchanged. `how` they had to come out of there: ", behind a barrier"; "". */
void dyed_judge(Judge *j, const char *at, const char *name, const char *how, int64_t unchanged,
		int64_t all);

#endif

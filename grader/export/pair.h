/* pair.h - which student of the gradebook a row of a platform's file is.
 *
 * All rows are asked about in steps, from what names a student best to what does so worst. At each
 * step a row without a student gets the one that answers, if just one does, which has no row yet,
 * and which no other row found. Where several fit, the row is nobody's: nothing is guessed. */
#ifndef PAIR_H
#define PAIR_H

#include "format.h"

/* Whether the paper is the row's student, by the evidence of this step. */
typedef int (*PairStep)(const Csv *csv, int row, const Paper *paper, const void *what);

typedef struct Pair {
	int *paper_of; /* by row: index into the list, PAIR_NONE or PAIR_UNCLEAR */
	int rows;
	unsigned char *taken; /* by paper: a row is its */
	int papers;
} Pair;

#define PAIR_NONE    (-1)
#define PAIR_UNCLEAR (-2)

/* Rows `first` and on of the file; `what` goes to the steps, a list closed by NULL. Ends the
 * process without memory. */
void pair_make(Pair *pair, const Csv *csv, int first, const PaperList *list, const PairStep *steps,
	       const void *what);
void pair_release(Pair *pair);

/* Tells on stderr, by name and both ways, what has no partner. `label` is the column that says who
 * a row is. */
void pair_tell(const Pair *pair, const Csv *csv, int first, int label, const PaperList *list);

/* "Lovelace, Ada" is "Ada Lovelace"; ="..." around it, as Canvas writes, does not matter. */
int name_same(const char *a, const char *b);

#endif

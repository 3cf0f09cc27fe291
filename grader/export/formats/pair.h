/* pair.h - pairs the rows of a platform's file with the students of the gradebook.
 *
 * All rows are matched in steps, from the strongest evidence to the weakest. At each step a row
 * without a student gets one if exactly one student matches, who has no row yet and whom no other
 * row matches. If several match, the row gets nobody: nothing is guessed. */
#ifndef GRADER_EXPORT_FORMATS_PAIR_H
#define GRADER_EXPORT_FORMATS_PAIR_H

#include "grader/export/formats/format.h"

/* Whether the record is the row's student, by the evidence of this step. */
typedef int (*PairStep)(const Csv *csv, int row, const Record *record, const void *what);

typedef struct Pair {
	int *record_of; /* by row: index into the list, PAIR_NONE, PAIR_UNCLEAR or PAIR_NOBODY */
	int rows;
	unsigned char *taken; /* by record: a row is its */
	int records;
} Pair;

#define PAIR_NONE    (-1)
#define PAIR_UNCLEAR (-2)
#define PAIR_NOBODY  (-3) /* the caller knows that it is no student's */

/* Rows `first` and on of the file; `what` goes to the steps, a list closed by NULL. Ends the
 * process without memory. */
void pair_make(Pair *pair, const Csv *csv, int first, const RecordList *list, const PairStep *steps,
	       const void *what);
void pair_release(Pair *pair);

/* Names on stderr the rows without a student and the students without a row. `label` is the column
 * that names a row. */
void pair_tell(const Pair *pair, const Csv *csv, int first, int label, const RecordList *list);

/* "Lovelace, Ada" is "Ada Lovelace"; ="..." around it, as Canvas writes, does not matter. */
int name_same(const char *a, const char *b);

#endif

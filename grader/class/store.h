/* store.h - what a class run writes into the gradebook and beside it.
 *
 * A submission's files first get their place, then its marks are stored in one transaction: a run
 * that is killed in between grades it again. */
#ifndef STORE_H
#define STORE_H

#include "class.h"
#include "job.h"

/* The students of the roster, and those who are in no roster. 0, or -1 with a line on stderr. */
int store_students(Class *class);

/* Notes what was handed in, and whether it is graded already (its state). */
int store_look(Submission *submission, const JobAnswer *answer);

/* Moves the new files to students/KEY and stores the marks; sets the state and what is known of
 * points and times. */
int store_grade(Submission *submission, const JobAnswer *answer);

#endif

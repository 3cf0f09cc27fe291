/* store.h - what a class run writes into the gradebook and beside it.
 *
 * A submission's files are moved to their place first, then its marks are stored in one
 * transaction: if the run is killed in between, the next one grades the submission again. */
#ifndef GRADER_CLASS_RUN_STORE_H
#define GRADER_CLASS_RUN_STORE_H

#include "grader/class/run/class.h"
#include "grader/class/run/job.h"

/* Stores all students, also those who are not in the roster. 0, or -1 with a line on stderr. */
int store_students(Class *class);

/* Stores the attempt, and sets the state by whether it is graded already. */
int store_look(Submission *submission, const JobAnswer *answer);

/* Moves the new files to students/KEY and stores the marks; sets the submission's state, points and
 * times. */
int store_grade(Submission *submission, const JobAnswer *answer);

#endif

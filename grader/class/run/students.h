/* students.h - the submissions of a class and their students, from its entries and the roster. */
#ifndef GRADER_CLASS_RUN_STUDENTS_H
#define GRADER_CLASS_RUN_STUDENTS_H

#include "grader/class/run/class.h"

/* Reads the roster, or the copy from the last run if none was given, keeps a copy of it in the
 * folder of the class, and makes the list of submissions. 0, or -1 with one line on stderr. */
int students_load(Class *class);

void students_release(Class *class);

/* The heading of the ids in the roster that this folder of a class keeps, as ROSTER_ID said; to be freed; NULL:
 * it was never said. */
#define ROSTER_ID_FILE "roster-id"
char *roster_id_kept(const char *folder);

#endif

/* students.h - who handed in what: the entries of a class, and the roster. */
#ifndef STUDENTS_H
#define STUDENTS_H

#include "class.h"

/* Reads the roster, or the one of the last time if none was given, keeps a copy of it with the
 * class, and makes the list of submissions. 0, or -1 with one line on stderr. */
int students_know(Class *class);

void students_forget(Class *class);

#endif

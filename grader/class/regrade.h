/* regrade.h - who changed between two moments of a gradebook, and why. */
#ifndef REGRADE_H
#define REGRADE_H

#include "book.h"

/* Remembers, in this process alone, what every student has now. 0, or -1 with a line on stderr. */
int regrade_remember(Book *book);

/* Prints on stdout whose total, status or checks differ from what was remembered, who could not be
 * graded anew (of all students, or of this one), and how many changed; with `quiet` nothing when
 * there are none, nor who was left. 0 or -1. */
int regrade_compare(Book *book, const char *id, int quiet);

#endif

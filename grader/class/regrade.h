/* regrade.h - who changed between two moments of a gradebook, and why. */
#ifndef REGRADE_H
#define REGRADE_H

#include "book.h"

/* Of the attempt that counts: which grading decided each lab. */
#define REGRADE_LABS                                                                               \
	"SELECT s.student, l.lab, l.grading FROM submission s"                                     \
	" JOIN lab_grading l ON l.submission = s.id WHERE s.counts"

/* Remembers what every student has now, in a file beside the gradebook; after a regrade that was
 * stopped, what they had when it began. 0, or -1 with a line on stderr. */
int regrade_remember(Book *book);

/* Removes that file, if the regrade has come to its end. 0, or -1 with a line on stderr. */
int regrade_done(Book *book);

/* The name of that file, which is there after a regrade was stopped; to be freed. */
char *regrade_file(const Book *book);

/* Prints on stdout whose total, status or checks differ from what was remembered, who could not be
 * graded anew (of all students, or of this one), and how many changed; with `quiet` nothing when
 * there are none, nor who was left. 0 or -1. */
int regrade_compare(Book *book, const char *id, int quiet);

#endif

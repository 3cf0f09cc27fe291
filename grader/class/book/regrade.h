/* regrade.h - whose marks a regrade changed, and why. */
#ifndef GRADER_CLASS_BOOK_REGRADE_H
#define GRADER_CLASS_BOOK_REGRADE_H

#include "grader/class/book/book_part.h"

/* For the attempts that count: the grading that each lab's marks come from. */
#define REGRADE_LABS                                                                               \
	"SELECT s.student, l.lab, l.grading FROM submission s"                                     \
	" JOIN lab_grading l ON l.submission = s.id WHERE s.counts"

/* Saves every student's present marks in a file beside the gradebook. If an earlier regrade was
 * stopped, its file is kept, so that the comparison is with the marks before that one. 0, or -1
 * with a line on stderr. */
int regrade_remember(Book *book);

/* Removes that file once the regrade is complete. 0, or -1 with a line on stderr. */
int regrade_done(Book *book);

/* The path of that file, which exists after a regrade was stopped; to be freed. */
char *regrade_file(const Book *book);

/* Prints on stdout whose total, status or checks differ from the saved ones, who could not be
 * regraded (of all students of the part, or only `id`), and how many changed. With `quiet` it prints nothing
 * when nobody changed, and not who could not be regraded. 0 or -1. */
int regrade_compare(Book *book, const char *id, const BookPart *part, int quiet);

#endif

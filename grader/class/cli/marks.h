/* marks.h - the gradebook on a terminal. */
#ifndef GRADER_CLASS_CLI_MARKS_H
#define GRADER_CLASS_CLI_MARKS_H

#include "grader/class/book/book.h"
#include "grader/class/book/book_part.h"

/* The whole class, or a part of it: one line a student, sorted by name. 0, or -1 with a line on
 * stderr. */
int marks_class(Book *book, const BookPart *part);

/* One student (an id of the book): every check, the attempts, what was given by hand, written about it, and
 * given back. */
int marks_student(Book *book, const char *id);

/* The comments on a student, the requests with their answers, and what was given back. */
int notes_print(Book *book, const char *id);

/* The requests of a part of the class that have no answer, the oldest first. */
int requests_print(Book *book, const BookPart *part);

/* Prints both, unless the text is NULL or "": without control characters, and cut where it is very long. */
void clean_print(const char *before, const char *text);

/* "1 d 2 h", "3 h 5 min", "20 min", "40 s"; "" for 0. */
void late_text(int64_t seconds, char *text, int size);

#endif

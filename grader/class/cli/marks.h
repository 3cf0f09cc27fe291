/* marks.h - the gradebook on a terminal. */
#ifndef GRADER_CLASS_CLI_MARKS_H
#define GRADER_CLASS_CLI_MARKS_H

#include "grader/class/book/book.h"

/* The whole class, one line a student, sorted by name. 0, or -1 with a line on stderr. */
int marks_class(Book *book);

/* One student (an id of the book): every check, the attempts, what was given by hand. */
int marks_student(Book *book, const char *id);

/* "1 d 2 h", "3 h 5 min", "20 min", "40 s"; "" for 0. */
void late_text(int64_t seconds, char *text, int size);

#endif

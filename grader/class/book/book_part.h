/* book_part.h - a part of the class: a section, or the students of one assistant. */
#ifndef GRADER_CLASS_BOOK_BOOK_PART_H
#define GRADER_CLASS_BOOK_BOOK_PART_H

#include "grader/class/book/book.h"

/* NULL: no matter which. The case of ASCII letters does not matter. */
typedef struct BookPart {
	const char *section; /* as in the roster's column */
	const char *ta;      /* in the roster's column ta, tutor, assistant or teaching assistant */
} BookPart;

/* Whether the student is of this part: 1, 0; -1 with a line on stderr. */
int book_part_has(Book *book, const BookPart *part, const char *student);

/* 0 when there is somebody in it; else -1 with a line that names what there is. */
int book_part_check(Book *book, const BookPart *part);

#endif

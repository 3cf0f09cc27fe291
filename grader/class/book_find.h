/* book_find.h - the student and the check that an instructor names. */
#ifndef BOOK_FIND_H
#define BOOK_FIND_H

#include "book.h"

/* The id, to be freed, of the student with this id, folder or e-mail address (tried in this order).
 * Where there is none: NULL and one line on stderr that names the nearest. */
char *book_student_find(Book *book, const char *named);

/* What the check is worth, or (NULL) all of them together. -1 with one line on stderr that names
 * the nearest check, or that nothing has been graded yet. */
double book_check_points(Book *book, const char *check);

#endif

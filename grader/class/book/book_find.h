/* book_find.h - finds the student or the check that an instructor has named. */
#ifndef GRADER_CLASS_BOOK_BOOK_FIND_H
#define GRADER_CLASS_BOOK_BOOK_FIND_H

#include "grader/class/book/book.h"

/* The id, to be freed, of the student with this id, folder or e-mail address (tried in this order).
 * If there is none: NULL and one line on stderr that suggests the most similar one. */
char *book_student_find(Book *book, const char *named);

/* The points of the check, or (NULL) of all checks together. -1 with one line on stderr that
 * suggests the most similar check, or says that nothing has been graded yet. */
double book_check_points(Book *book, const char *check);

#endif

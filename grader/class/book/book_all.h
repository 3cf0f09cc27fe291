/* book_all.h - all gradebooks of a class: its own, and those of its assignments. */
#ifndef GRADER_CLASS_BOOK_BOOK_ALL_H
#define GRADER_CLASS_BOOK_BOOK_ALL_H

#include "grader/class/book/book.h"

typedef struct BookAll {
	char *folder; /* of the class: BUILD/class/NAME */
	char **paths; /* of the gradebooks */
	char **names; /* of the assignments, as their folders; "" of the class's own book */
	int count;    /* at least 1 */
} BookAll;

/* The class whose submissions lie in a folder of that name; NULL: the only one there is. The class's own book comes
 * first, then those of assignments by their names, lab9 before lab10. 0, or -1 with a line on stderr. Free it
 * with book_all_release in both cases. */
int book_all_find(BookAll *all, const char *build, const char *submissions);
void book_all_release(BookAll *all);

#endif

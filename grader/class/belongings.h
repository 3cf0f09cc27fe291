/* belongings.h - what lies of a student in the folder of a class, beside the gradebook. */
#ifndef BELONGINGS_H
#define BELONGINGS_H

#include "book.h"

typedef struct Belongings {
	char *folder;   /* of the class; NULL: there is none */
	char **results; /* folders of this student below FOLDER/students */
	int count;
	int roster_line; /* of FOLDER/roster.csv; 0: none */
	int has_page;    /* 1: there is FOLDER/class.html, which names every student */
} Belongings;

/* Looks for them: the folder of the class is the one that the book lies in, or BUILD/class/NAME of
 * the submissions that the book was made of. -1 with a line on stderr; release it in both cases. */
int belongings_find(Belongings *belongings, Book *book, const char *student, const char *build);
void belongings_release(Belongings *belongings);

/* Removes them. -1 with a line on stderr; what is gone by then stays gone. */
int belongings_remove(const Belongings *belongings);

#endif

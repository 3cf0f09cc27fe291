/* book_forget.h - takes a student out of a gradebook for good. */
#ifndef BOOK_FORGET_H
#define BOOK_FORGET_H

#include "book.h"

/* How many rows are the student's. */
typedef struct BookHoldings {
	int64_t attempts, gradings, overrides;
} BookHoldings;

int book_holdings(Book *book, const char *student, BookHoldings *holdings);

/* Removes every row of the student, and writes the file anew, so that nothing of them is left in
 * it. `besides` is called when the rows are gone and before that is final: when it fails (-1, with
 * a line on stderr) they are back. */
int book_forget(Book *book, const char *student, int (*besides)(void *context), void *context);

#endif

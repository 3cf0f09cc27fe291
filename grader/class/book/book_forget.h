/* book_forget.h - erases a student from a gradebook. */
#ifndef GRADER_CLASS_BOOK_BOOK_FORGET_H
#define GRADER_CLASS_BOOK_BOOK_FORGET_H

#include "grader/class/book/book.h"

/* How many rows are the student's. */
typedef struct BookHoldings {
	int64_t attempts, gradings, overrides, comments, requests, handbacks;
} BookHoldings;

int book_holdings(Book *book, const char *student, BookHoldings *holdings);

/* The ids of the students of whom nothing is newer than that time, in seconds since 1970: no grading, no
 * points by hand, comment, request or page that went back; of one without any of these what was
 * handed in, or the newest grading of the class. A list closed by NULL, all to be freed; NULL with a
 * line on stderr. */
char **book_older(Book *book, int64_t before);

/* Deletes every row of the student, and rewrites the file so that its free space holds nothing of
 * them. `besides` is called inside the transaction, after the rows were deleted: when it fails (-1,
 * with a line on stderr) the transaction is rolled back. */
int book_forget(Book *book, const char *student, int (*besides)(void *context), void *context);

#endif

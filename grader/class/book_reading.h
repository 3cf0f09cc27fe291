/* book_reading.h - one lab of one grading, read out of the gradebook for book_diff.h. */
#ifndef BOOK_READING_H
#define BOOK_READING_H

#include "book.h"
#include "book_diff.h"

/* 0, or -1 with a line on stderr. A grading that is not there (0) is read as one without checks.
 * Ended by book_reading_free in both cases. */
int book_reading_load(Book *book, int64_t grading, const char *lab, DiffReading *reading);
void book_reading_free(DiffReading *reading);

#endif

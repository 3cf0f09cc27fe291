/* book_reading.h - one lab of one grading, read out of the gradebook for book_diff.h. */
#ifndef GRADER_CLASS_BOOK_BOOK_READING_H
#define GRADER_CLASS_BOOK_BOOK_READING_H

#include "grader/class/book/book.h"
#include "grader/class/book/book_diff.h"

/* 0, or -1 with a line on stderr. The grading 0 (there is none) is read as one without checks. Free
 * with book_reading_free in both cases. */
int book_reading_load(Book *book, int64_t grading, const char *lab, DiffReading *reading);
void book_reading_free(DiffReading *reading);

#endif

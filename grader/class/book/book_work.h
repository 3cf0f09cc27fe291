/* book_work.h - what a check's program did, into the book. */
#ifndef GRADER_CLASS_BOOK_BOOK_WORK_H
#define GRADER_CLASS_BOOK_BOOK_WORK_H

#include <jansson.h>

#include "grader/class/book/book.h"

/* Stores the member "work" of a check of results.json, if it has one. 0, or -1 with a line. */
int book_work_add(Book *book, int64_t grading, const json_t *check);

#endif

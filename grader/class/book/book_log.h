/* book_log.h - the log of gradings: in order, and such that a later change of one is noticed.
 *
 * Each grading has a row with a SHA-256 of what it found: the files' digest, marks, messages, counters,
 * times; and of the digest of the same student's row before. So every student has a chain, which goes
 * with the student when they are forgotten, and nobody else's breaks. Who can write the file and knows
 * how could make a whole new chain: what proves against that is a digest that was kept elsewhere, such
 * as on a work log that was printed or handed back. */
#ifndef GRADER_CLASS_BOOK_BOOK_LOG_H
#define GRADER_CLASS_BOOK_BOOK_LOG_H

#include "grader/base/digest.h"
#include "grader/class/book/book.h"

/* Adds the grading's row, in the transaction that adds the grading. 0, or -1 with a line. */
int book_log_add(Book *book, int64_t submission, int64_t grading);

/* Looks through the log of the student, or of all (NULL), and calls fault(context, student, grading,
 * what) for each row that is not as it was written; of none in particular `grading` is 0 and `student`
 * is "". Sets *rows to how many there are. 0, also when there were faults; -1 with a line. */
typedef void BookLogFault(void *context, const char *student, int64_t grading, const char *what);
int book_log_check(Book *book, const char *student, BookLogFault *fault, void *context,
		   int64_t *rows);

/* Removes the rows of a student who is forgotten, and notes how many they were. */
int book_log_forget(Book *book, const char *student);

#endif

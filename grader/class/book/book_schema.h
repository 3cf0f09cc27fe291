/* book_schema.h - the tables and views of a gradebook, and the migration of older ones. */
#ifndef GRADER_CLASS_BOOK_BOOK_SCHEMA_H
#define GRADER_CLASS_BOOK_BOOK_SCHEMA_H

#include "grader/class/book/book.h"

/* steps[v] migrates version v to v + 1: a list of SQL statements, closed by NULL. */
extern const char *const *const book_steps[];

/* A statement of the step to version 2 (book_schema_notes.c). */
extern const char book_tables_notes[];

/* Statements of the step to version 3 (book_schema_work.c). */
extern const char book_tables_work[], book_views_work[];

/* A statement of the step to version 4 (book_schema_due.c). */
extern const char book_tables_due[];

/* Migrates the book to version `wanted`, all steps in one transaction. A copy of an older book that
 * is not empty is kept as PATH.vN, which is printed on stdout. 0, also when there is nothing to do;
 * -1 with a line on stderr, and the book unchanged. */
int book_migrate(Book *book, const char *const *const *steps, int wanted);

#endif

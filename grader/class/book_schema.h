/* book_schema.h - the tables and views of a gradebook, and how an older one gets them. */
#ifndef BOOK_SCHEMA_H
#define BOOK_SCHEMA_H

#include "book.h"

/* steps[v] makes version v + 1 of version v: a list of SQL, closed by NULL. */
extern const char *const *const book_steps[];

/* Brings the book up to version `wanted`, all steps in one transaction, and keeps a copy of an
 * older book that held something beside it (PATH.vN), of which stdout is told. 0, also when there
 * is nothing to do; -1 with a line on stderr, and the book as it was. */
int book_migrate(Book *book, const char *const *const *steps, int wanted);

#endif

/* book_sql.h - SQLite for the gradebook's own files: statements with bound values, each error
 * printed once, transactions. */
#ifndef GRADER_CLASS_BOOK_BOOK_SQL_H
#define GRADER_CLASS_BOOK_BOOK_SQL_H

#include <sqlite3.h>
#include <stdint.h>

#include "grader/class/book/book.h"

struct Book {
	sqlite3 *db;
	char *path;
	BookMode mode;
};

/* Prints "usegpu: PATH: WHAT" and, when SQLite has failed, its message. Returns -1. */
int book_fail(Book *book, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prepares a statement and binds its values, whose types are the letters of `types`: s text (NULL:
 * NULL), i int64_t, n int (not int64_t), d double (NaN: NULL). Free it with sqlite3_finalize. NULL
 * after a line on stderr. */
sqlite3_stmt *book_query(Book *book, const char *sql, const char *types, ...);

/* Steps to the next row: 1; 0 at the end; -1 after a line on stderr. */
int book_step(Book *book, sqlite3_stmt *rows);

/* Runs a statement to its end: 0, or -1. The types are those of book_query. */
int book_execute(Book *book, const char *sql, const char *types, ...);

/* The first column of the first row: 1 and *number; 0 when there is no row or it is NULL; or -1. */
int book_number(Book *book, int64_t *number, const char *sql, const char *types, ...);

/* Begins a write transaction; commits it (0, or -1 after a rollback); rolls it back (always -1). */
int book_begin(Book *book);
int book_commit(Book *book);
int book_rollback(Book *book);

/* The text of a column, until the next step; "" for NULL. */
const char *book_column(sqlite3_stmt *row, int column);

/* The text of a column, to be freed; NULL for NULL. Exits when there is no memory. */
char *book_text(sqlite3_stmt *row, int column);

/* The texts of the first column, closed by NULL, all to be freed; finalizes the statement, which may be NULL. NULL with
 * a line on stderr. */
char **book_texts(Book *book, sqlite3_stmt *rows);

#endif

/* book_sql.h - how the gradebook's own files talk to SQLite: statements with their values, errors
 * told once, transactions. */
#ifndef BOOK_SQL_H
#define BOOK_SQL_H

#include <sqlite3.h>
#include <stdint.h>

#include "book.h"

struct Book {
	sqlite3 *db;
	char *path;
	BookMode mode;
};

/* Prints "usegpu-class: PATH: WHAT" and, when SQLite has failed, its own word. Returns -1. */
int book_fail(Book *book, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A statement with its values, one letter each in `types`: s text (NULL: NULL), i int64_t,
 * n int (not int64_t), d double (NaN: NULL). Ends with sqlite3_finalize. NULL after a line on
 * stderr. */
sqlite3_stmt *book_ask(Book *book, const char *sql, const char *types, ...);

/* The next row: 1, 0 at the end, -1 after a line on stderr. */
int book_next(Book *book, sqlite3_stmt *rows);

/* Runs it to its end: 0, or -1. The types are those of book_ask. */
int book_do(Book *book, const char *sql, const char *types, ...);

/* The first column of its first row: 1 and the number, 0 when there is no row or it is NULL, or -1.
 */
int book_number(Book *book, int64_t *number, const char *sql, const char *types, ...);

/* A transaction for writing, and its end: all (0, or -1 and nothing) or nothing (always -1). */
int book_begin(Book *book);
int book_commit(Book *book);
int book_undo(Book *book);

/* The text of a column, to be freed; NULL for NULL. The process ends when there is no memory. */
char *book_text(sqlite3_stmt *row, int column);

#endif

/* book_sql.c - the thin layer over SQLite. */
#include "grader/class/book/book_sql.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"

int book_fail(Book *book, const char *format, ...)
{
	char what[1000];
	va_list arguments;
	int code = sqlite3_errcode(book->db);

	va_start(arguments, format);
	vsnprintf(what, sizeof what, format, arguments);
	va_end(arguments);
	if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
		return refuse("%s: %s: another program has been writing it for %d seconds",
			      book->path, what, BOOK_WAIT_MS / 1000);
	if (code == SQLITE_FULL)
		return refuse("%s: %s: the disk is full; what the gradebook has stays there, and "
			      "with more "
			      "room the same command goes on",
			      book->path, what);
	if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE)
		return refuse("%s: %s: %s", book->path, what, sqlite3_errmsg(book->db));
	return refuse("%s: %s", book->path, what);
}

static int bind(sqlite3_stmt *statement, int at, char type, va_list *arguments)
{
	const char *text;
	double real;

	switch (type) {
	case 's':
		text = va_arg(*arguments, const char *);
		return sqlite3_bind_text(statement, at, text, -1, SQLITE_TRANSIENT);
	case 'i':
		return sqlite3_bind_int64(statement, at, va_arg(*arguments, int64_t));
	case 'n':
		return sqlite3_bind_int(statement, at, va_arg(*arguments, int));
	default:
		real = va_arg(*arguments, double); /* SQLite stores NaN as NULL */
		return sqlite3_bind_double(statement, at, real);
	}
}

static sqlite3_stmt *ask(Book *book, const char *sql, const char *types, va_list *arguments)
{
	sqlite3_stmt *statement = NULL;
	int bad = sqlite3_prepare_v2(book->db, sql, -1, &statement, NULL) != SQLITE_OK;

	for (int i = 0; !bad && types[i] != '\0'; i++)
		bad = bind(statement, i + 1, types[i], arguments) != SQLITE_OK;
	if (bad) {
		book_fail(book, "it cannot be asked");
		sqlite3_finalize(statement);
		return NULL;
	}
	return statement;
}

sqlite3_stmt *book_query(Book *book, const char *sql, const char *types, ...)
{
	va_list arguments;

	va_start(arguments, types);
	sqlite3_stmt *statement = ask(book, sql, types, &arguments);
	va_end(arguments);
	return statement;
}

int book_step(Book *book, sqlite3_stmt *rows)
{
	int code = sqlite3_step(rows);

	if (code == SQLITE_ROW)
		return 1;
	if (code == SQLITE_DONE)
		return 0;
	return book_fail(book, "it cannot be read or written");
}

int book_execute(Book *book, const char *sql, const char *types, ...)
{
	va_list arguments;
	int more = -1;

	va_start(arguments, types);
	sqlite3_stmt *statement = ask(book, sql, types, &arguments);
	va_end(arguments);
	while (statement && (more = book_step(book, statement)) > 0)
		;
	sqlite3_finalize(statement);
	return more;
}

int book_number(Book *book, int64_t *number, const char *sql, const char *types, ...)
{
	va_list arguments;
	int found = -1;

	va_start(arguments, types);
	sqlite3_stmt *row = ask(book, sql, types, &arguments);
	va_end(arguments);
	if (row)
		found = book_step(book, row);
	if (found > 0 && sqlite3_column_type(row, 0) == SQLITE_NULL)
		found = 0;
	if (found > 0)
		*number = sqlite3_column_int64(row, 0);
	sqlite3_finalize(row);
	return found;
}

int book_begin(Book *book)
{
	/* Takes the write lock at once: SQLite does not wait when a read transaction is upgraded
	 * to a write transaction at its first write. */
	return book_execute(book, "BEGIN IMMEDIATE", "");
}

int book_rollback(Book *book)
{
	/* SQLite rolls back by itself after some errors, such as a full disk. */
	if (!sqlite3_get_autocommit(book->db))
		sqlite3_exec(book->db, "ROLLBACK", NULL, NULL, NULL);
	return -1;
}

int book_commit(Book *book)
{
	return book_execute(book, "COMMIT", "") < 0 ? book_rollback(book) : 0;
}

const char *book_column(sqlite3_stmt *row, int column)
{
	const char *text = (const char *)sqlite3_column_text(row, column);

	return !text ? "" : text;
}

char *book_text(sqlite3_stmt *row, int column)
{
	const unsigned char *text = sqlite3_column_text(row, column);

	return !text ? NULL : text_new("%s", (const char *)text);
}

char **book_texts(Book *book, sqlite3_stmt *rows)
{
	char **list = list_grown(NULL, 0, sizeof *list);
	int count = 0, more = -1;

	while (rows && (more = book_step(book, rows)) > 0) {
		list[count++] = book_text(rows, 0);
		list = list_grown(list, count, sizeof *list);
	}
	sqlite3_finalize(rows);
	if (more == 0)
		return list;
	while (count > 0)
		free(list[--count]);
	free(list);
	return NULL;
}

/* marks_notes.c - comments, requests with their answers, and what was given back. */
#include <stdio.h>
#include <string.h>

#include "grader/class/book/book_sql.h"
#include "grader/class/book/timestamp.h"
#include "grader/class/cli/marks.h"

/* ", 2026-12-01 23:59:59 CET, tutor" */
static void made_print(const char *utc, const char *by)
{
	char local[TIMESTAMP_SIZE];

	clean_print(", ", timestamp_shown(utc, local));
	clean_print(", ", by);
}

static void about_print(const char *what, const char *check)
{
	printf("%s", what);
	clean_print(" ", *check != '\0' ? check : "(all of it)");
}

static void comment_line(sqlite3_stmt *row)
{
	about_print("comment", book_column(row, 0));
	made_print(book_column(row, 3), book_column(row, 2));
	clean_print(": ", book_column(row, 1));
	if (*book_column(row, 4) != '\0')
		printf("; taken back");
	putchar('\n');
}

static void extension_line(sqlite3_stmt *row)
{
	char local[TIMESTAMP_SIZE];

	clean_print("due ", timestamp_shown(book_column(row, 0), local));
	made_print(book_column(row, 3), book_column(row, 2));
	clean_print(": ", book_column(row, 1));
	if (*book_column(row, 4) != '\0')
		printf("; taken back");
	putchar('\n');
}

static void answer_line(sqlite3_stmt *row)
{
	if (sqlite3_column_type(row, 4) == SQLITE_NULL) {
		printf("  no answer yet\n");
		return;
	}
	printf("  answer");
	made_print(book_column(row, 6), book_column(row, 5));
	clean_print(": ", book_column(row, 4));
	putchar('\n');
}

static void request_line(sqlite3_stmt *row)
{
	about_print("request", book_column(row, 0));
	made_print(book_column(row, 3), book_column(row, 2));
	clean_print(": ", book_column(row, 1));
	putchar('\n');
	answer_line(row);
}

static void handback_line(sqlite3_stmt *row)
{
	clean_print("given back: ", book_column(row, 0));
	made_print(book_column(row, 3), book_column(row, 2));
	if (sqlite3_column_type(row, 4) != SQLITE_NULL)
		printf(", final %g", sqlite3_column_double(row, 4));
	clean_print(", in ", book_column(row, 1));
	putchar('\n');
}

int notes_print(Book *book, const char *id)
{
	static const struct {
		const char *sql;
		void (*print)(sqlite3_stmt *row);
	} parts[] = {
		{"SELECT due, reason, made_by, made_at, revoked_at FROM extension"
		 " WHERE student = ?1 ORDER BY id",
		 extension_line},
		{"SELECT \"check\", text, made_by, made_at, revoked_at FROM comment"
		 " WHERE student = ?1 ORDER BY id",
		 comment_line},
		{"SELECT \"check\", text, made_by, made_at, answer, answered_by, answered_at"
		 " FROM request WHERE student = ?1 ORDER BY id",
		 request_line},
		{"SELECT format, place, made_by, made_at, final FROM handback"
		 " WHERE student = ?1 ORDER BY id",
		 handback_line},
	};
	int more = 0;

	for (size_t i = 0; more == 0 && i < sizeof parts / sizeof *parts; i++) {
		sqlite3_stmt *rows = book_query(book, parts[i].sql, "s", id);

		more = !rows ? -1 : 0;
		while (rows && (more = book_step(book, rows)) > 0)
			parts[i].print(rows);
		sqlite3_finalize(rows);
	}
	return more;
}

int requests_print(Book *book, const BookPart *part)
{
	sqlite3_stmt *rows = book_query(
		book,
		"SELECT r.\"check\", r.text, r.made_by, r.made_at, s.id, s.name, s.section"
		" FROM request r JOIN student s ON s.id = r.student WHERE r.answer IS NULL"
		" ORDER BY r.id",
		"");
	int more = -1, open = 0, is = 0;

	while (rows && (more = book_step(book, rows)) > 0) {
		is = book_part_has(book, part, book_column(rows, 4));
		if (is < 0)
			break;
		if (!is)
			continue;
		clean_print("", book_column(rows, 5));
		clean_print(" (", book_column(rows, 4));
		clean_print(", section ", book_column(rows, 6));
		about_print("): request", book_column(rows, 0));
		made_print(book_column(rows, 3), book_column(rows, 2));
		clean_print(": ", book_column(rows, 1));
		putchar('\n');
		open++;
	}
	sqlite3_finalize(rows);
	if (more == 0)
		printf("%d without an answer\n", open);
	return is < 0 ? -1 : more;
}

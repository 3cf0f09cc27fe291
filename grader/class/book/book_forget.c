/* book_forget.c - deletes every row of a student that book_student.c and book_grading.c wrote. */
#include "grader/class/book/book_forget.h"

#include <stddef.h>

#include "grader/class/book/book_sql.h"

int book_holdings(Book *book, const char *student, BookHoldings *holdings)
{
	const struct {
		const char *sql;
		int64_t *number;
	} counts[] = {
		{"SELECT count(*) FROM submission WHERE student = ?1", &holdings->attempts},
		{"SELECT count(*) FROM grading WHERE submission IN"
		 " (SELECT id FROM submission WHERE student = ?1)",
		 &holdings->gradings},
		{"SELECT count(*) FROM override WHERE student = ?1", &holdings->overrides},
	};

	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
		if (book_number(book, counts[i].number, counts[i].sql, "s", student) <= 0)
			return -1;
	return 0;
}

/* Deletes referring rows before the rows they refer to; a grading's checks are deleted with it. */
static int rows_delete(Book *book, const char *student)
{
	static const char *const deletions[] = {
		"DELETE FROM lab_grading WHERE submission IN"
		" (SELECT id FROM submission WHERE student = ?1)",
		"DELETE FROM grading WHERE submission IN"
		" (SELECT id FROM submission WHERE student = ?1)",
		"DELETE FROM submission WHERE student = ?1",
		"DELETE FROM override WHERE student = ?1",
		"DELETE FROM student WHERE id = ?1",
	};

	for (size_t i = 0; i < sizeof deletions / sizeof *deletions; i++)
		if (book_execute(book, deletions[i], "s", student) < 0)
			return -1;
	return 0;
}

int book_forget(Book *book, const char *student, int (*besides)(void *context), void *context)
{
	/* Overwrites deleted content with zeros, also where SQLite's default is not to. Older
	 * versions of a row may still lie in free space of the file, so it is rewritten too. */
	if (book_execute(book, "PRAGMA secure_delete = ON", "") < 0 || book_begin(book) < 0)
		return -1;
	if (rows_delete(book, student) < 0 || besides(context) < 0)
		return book_rollback(book);
	return book_commit(book) < 0 ? -1 : book_execute(book, "VACUUM", "");
}

/* book_forget.c - the opposite of everything that book_student.c and book_grading.c write. */
#include "book_forget.h"

#include <stddef.h>

#include "book_sql.h"

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

/* What refers to another row goes first; checks go with their grading. */
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
		if (book_do(book, deletions[i], "s", student) < 0)
			return -1;
	return 0;
}

int book_forget(Book *book, const char *student, int (*besides)(void *context), void *context)
{
	/* Zeros over what is deleted, also where SQLite was built without that; and since older
	 * versions of a row may lie in the file's gaps, a new file without gaps. */
	if (book_do(book, "PRAGMA secure_delete = ON", "") < 0 || book_begin(book) < 0)
		return -1;
	if (rows_delete(book, student) < 0 || besides(context) < 0)
		return book_undo(book);
	return book_commit(book) < 0 ? -1 : book_do(book, "VACUUM", "");
}

/* book_forget.c - deletes every row of a student that this room wrote. */
#include "grader/class/book/book_forget.h"

#include <stddef.h>
#include <stdlib.h>

#include "grader/base/text.h"
#include "grader/class/book/book_log.h"
#include "grader/class/book/book_sql.h"
#include "grader/class/book/timestamp.h"

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
		{"SELECT count(*) FROM comment WHERE student = ?1", &holdings->comments},
		{"SELECT count(*) FROM request WHERE student = ?1", &holdings->requests},
		{"SELECT count(*) FROM handback WHERE student = ?1", &holdings->handbacks},
	};

	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
		if (book_number(book, counts[i].number, counts[i].sql, "s", student) <= 0)
			return -1;
	return 0;
}

/* Deletes referring rows before the rows they refer to; a grading's checks are deleted with it. */
static int rows_delete(Book *book, const char *student)
{
#define OF_SUBMISSIONS " WHERE submission IN (SELECT id FROM submission WHERE student = ?1)"
	static const char *const deletions[] = {
		("DELETE FROM lab_grading" OF_SUBMISSIONS),
		("DELETE FROM grading" OF_SUBMISSIONS),
		"DELETE FROM submission WHERE student = ?1",
		"DELETE FROM override WHERE student = ?1",
		"DELETE FROM extension WHERE student = ?1",
		"DELETE FROM comment WHERE student = ?1",
		"DELETE FROM request WHERE student = ?1",
		"DELETE FROM handback WHERE student = ?1",
		"DELETE FROM last_total WHERE student = ?1",
		"DELETE FROM student WHERE id = ?1",
	};

	if (book_log_forget(book, student) < 0)
		return -1;
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

/* Times are UTC in one form, so that their texts compare as they do. */
static const char older_sql[] =
	"SELECT id FROM student s WHERE coalesce("
	"  (SELECT max(at) FROM ("
	"    SELECT graded_at AS at FROM grading JOIN submission ON submission.id = "
	"grading.submission"
	"     WHERE submission.student = s.id"
	"    UNION ALL SELECT coalesce(revoked_at, made_at) FROM override WHERE student = s.id"
	"    UNION ALL SELECT coalesce(revoked_at, made_at) FROM extension WHERE student = s.id"
	"    UNION ALL SELECT coalesce(revoked_at, made_at) FROM comment WHERE student = s.id"
	"    UNION ALL SELECT coalesce(answered_at, made_at) FROM request WHERE student = s.id"
	"    UNION ALL SELECT made_at FROM handback WHERE student = s.id)),"
	"  (SELECT max(submitted_at) FROM submission WHERE student = s.id),"
	"  (SELECT max(graded_at) FROM grading), '') < ?1 ORDER BY id";

char **book_older(Book *book, int64_t before)
{
	char at[TIMESTAMP_SIZE];

	timestamp_utc(before, at);
	return book_texts(book, book_query(book, older_sql, "s", at));
}

/* book_note.c - the tables `comment`, `request` and `handback`. */
#include "grader/class/book/book_note.h"

#include <stddef.h>
#include <time.h>

#include "grader/base/diagnostic.h"
#include "grader/class/book/book_find.h"
#include "grader/class/book/book_sql.h"
#include "grader/class/book/timestamp.h"

static int note_check(Book *book, const BookNote *note)
{
	if (!note->text || *note->text == '\0')
		return refuse("TEXT= is missing: expected what is to be said");
	return note->check && book_check_points(book, note->check) < 0 ? -1 : 0;
}

static int note_put(Book *book, const char *sql, const BookNote *note)
{
	char now[TIMESTAMP_SIZE];

	if (note_check(book, note) < 0)
		return -1;
	timestamp_utc((int64_t)time(NULL), now);
	return book_execute(book, sql, "sssss", note->student, note->check, note->text,
			    note->made_by, now);
}

int book_comment_put(Book *book, const BookNote *note)
{
	return note_put(book,
			"INSERT INTO comment(student, \"check\", text, made_by, made_at)"
			" VALUES(?1, ?2, ?3, ?4, ?5)",
			note);
}

int book_request_put(Book *book, const BookNote *note)
{
	return note_put(book,
			"INSERT INTO request(student, \"check\", text, made_by, made_at)"
			" VALUES(?1, ?2, ?3, ?4, ?5)",
			note);
}

/* Runs an update of one row: 0; 1 when there was none; -1. */
static int row_change(Book *book, const char *sql, const BookNote *note)
{
	char now[TIMESTAMP_SIZE];

	timestamp_utc((int64_t)time(NULL), now);
	if (book_execute(book, sql, "sssss", note->student, note->check, note->text, note->made_by,
			 now) < 0)
		return -1;
	return sqlite3_changes(book->db) > 0 ? 0 : 1;
}

int book_comment_revoke(Book *book, const char *student, const char *check)
{
	const BookNote note = {.student = student, .check = check};
	int none = row_change(book,
			      "UPDATE comment SET revoked_at = ?5 WHERE ?3 IS NULL AND ?4 IS NULL"
			      " AND id = (SELECT max(id) FROM comment WHERE student = ?1"
			      " AND \"check\" IS ?2 AND revoked_at IS NULL)",
			      &note);

	if (none > 0)
		return refuse("REVOKE: there is no comment for %s on %s%s", student,
			      !check ? "all of it" : "check ", !check ? "" : check);
	return none;
}

int book_request_answer(Book *book, const BookNote *answer)
{
	int none;

	if (note_check(book, answer) < 0)
		return -1;
	none = row_change(book,
			  "UPDATE request SET answer = ?3, answered_by = ?4, answered_at = ?5"
			  " WHERE id = (SELECT min(id) FROM request WHERE student = ?1"
			  " AND (?2 IS NULL OR \"check\" IS ?2) AND answer IS NULL)",
			  answer);
	if (none > 0)
		return refuse("%s has asked nothing%s%s that is not answered", answer->student,
			      !answer->check ? "" : " about check ",
			      !answer->check ? "" : answer->check);
	return none;
}

int book_handback_put(Book *book, const char *student, const char *format, const char *place,
		      double final, const char *made_by)
{
	char now[TIMESTAMP_SIZE];

	timestamp_utc((int64_t)time(NULL), now);
	return book_execute(book,
			    "INSERT INTO handback(student, format, place, final, made_by, made_at)"
			    " VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
			    "sssdss", student, format, place, final, made_by, now);
}

/* book_override.c - overrides. None is deleted: revoked ones stay in the book as history. */
#include "grader/class/book/book_override.h"

#include <time.h>

#include "grader/base/diagnostic.h"
#include "grader/class/book/book_find.h"
#include "grader/class/book/book_rules.h"
#include "grader/class/book/book_sql.h"
#include "grader/class/book/timestamp.h"

static int points_check(Book *book, const BookOverride *o)
{
	double most = book_check_points(book, o->check);

	if (most < 0)
		return -1;
	if (o->points >= 0 && o->points <= most)
		return 0;
	return refuse("%s=%g: expected 0 to %g, what %s%s is worth", !o->check ? "TOTAL" : "POINTS",
		      o->points, most, !o->check ? "everything" : "check ",
		      !o->check ? "" : o->check);
}

/* Revokes the active override, if any. Returns how many were revoked, or -1. */
static int active_end(Book *book, const char *student, const char *check, const char *now)
{
	if (book_execute(book,
			 "UPDATE override SET revoked_at = ?3"
			 " WHERE student = ?1 AND coalesce(\"check\", '') = coalesce(?2, '')"
			 " AND revoked_at IS NULL",
			 "sss", student, check, now) < 0)
		return -1;
	return sqlite3_changes(book->db);
}

int book_override_put(Book *book, const BookOverride *o)
{
	char now[TIMESTAMP_SIZE];

	if (!o->reason || *o->reason == '\0')
		return refuse("REASON= is missing: expected why, for whoever asks later");
	if (points_check(book, o) < 0 || book_begin(book) < 0)
		return -1;
	timestamp_utc((int64_t)time(NULL), now);
	if (active_end(book, o->student, o->check, now) < 0 ||
	    book_execute(
		    book,
		    "INSERT INTO override(student, \"check\", points, reason, made_by, made_at)"
		    " VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
		    "ssdsss", o->student, o->check, o->points, o->reason, o->made_by, now) < 0 ||
	    book_count_attempts(book, o->student) < 0)
		return book_rollback(book);
	return book_commit(book);
}

int book_override_revoke(Book *book, const char *student, const char *check)
{
	char now[TIMESTAMP_SIZE];
	int ended;

	timestamp_utc((int64_t)time(NULL), now);
	if (book_begin(book) < 0)
		return -1;
	ended = active_end(book, student, check, now);
	if (ended == 0)
		refuse("REVOKE: there are no points by hand for %s, %s%s", student,
		       !check ? "the total" : "check ", !check ? "" : check);
	if (ended <= 0 || book_count_attempts(book, student) < 0)
		return book_rollback(book);
	return book_commit(book);
}

int book_submitted_put(Book *book, const char *student, int64_t submitted_at, const char *reason)
{
	char at[TIMESTAMP_SIZE];
	int64_t newest;
	int found;

	if (!reason || *reason == '\0')
		return refuse("REASON= is missing: expected why, for whoever asks later");
	timestamp_utc(submitted_at, at);
	if (book_begin(book) < 0)
		return -1;
	found = book_number(
		book, &newest,
		"SELECT id FROM submission WHERE student = ?1 ORDER BY attempt DESC LIMIT 1", "s",
		student);
	if (found == 0)
		refuse("SUBMITTED: %s has handed in nothing", student);
	if (found <= 0 ||
	    book_execute(book,
			 "UPDATE submission SET submitted_at = ?2, submitted_from = 'instructor',"
			 " submitted_why = ?3 WHERE id = ?1",
			 "iss", newest, at, reason) < 0 ||
	    book_late_work_out(book, newest) < 0 || book_count_attempts(book, student) < 0)
		return book_rollback(book);
	return book_commit(book);
}

/* --- deadlines -------------------------------------------------------------------------------- */

/* Revokes the active extension, if any. Returns how many were revoked, or -1. */
static int extension_end(Book *book, const char *student, const char *now)
{
	if (book_execute(book,
			 "UPDATE extension SET revoked_at = ?2"
			 " WHERE student = ?1 AND revoked_at IS NULL",
			 "ss", student, now) < 0)
		return -1;
	return sqlite3_changes(book->db);
}

int book_due_put(Book *book, const char *student, int64_t due, const char *reason,
		 const char *made_by)
{
	char now[TIMESTAMP_SIZE], at[TIMESTAMP_SIZE];

	if (!reason || *reason == '\0')
		return refuse("REASON= is missing: expected why, for whoever asks later");
	timestamp_utc((int64_t)time(NULL), now);
	timestamp_utc(due, at);
	if (book_begin(book) < 0)
		return -1;
	if (extension_end(book, student, now) < 0 ||
	    book_execute(book,
			 "INSERT INTO extension(student, due, reason, made_by, made_at)"
			 " VALUES(?1, ?2, ?3, ?4, ?5)",
			 "sssss", student, at, reason, made_by, now) < 0 ||
	    book_late_work_out(book, 0) < 0 || book_count_attempts(book, student) < 0)
		return book_rollback(book);
	return book_commit(book);
}

int book_due_revoke(Book *book, const char *student)
{
	char now[TIMESTAMP_SIZE];
	int ended;

	timestamp_utc((int64_t)time(NULL), now);
	if (book_begin(book) < 0)
		return -1;
	ended = extension_end(book, student, now);
	if (ended == 0)
		refuse("DUE=none: %s has no deadline but that of all", student);
	if (ended <= 0 || book_late_work_out(book, 0) < 0 || book_count_attempts(book, student) < 0)
		return book_rollback(book);
	return book_commit(book);
}

/* book_override.c - nothing is deleted: what was revoked stays in the book as history. */
#include "book_override.h"

#include <time.h>

#include "book_find.h"
#include "book_rules.h"
#include "book_sql.h"
#include "refuse.h"
#include "when.h"

static int points_check(Book *book, const BookOverride *o)
{
	double most = book_check_points(book, o->check);

	if (most < 0)
		return -1;
	if (o->points >= 0 && o->points <= most)
		return 0;
	return refuse("POINTS=%g: expected 0 to %g, what %s%s is worth", o->points, most,
		      o->check == NULL ? "everything" : "check ", o->check == NULL ? "" : o->check);
}

/* Ends the one that is active; how many these were, or -1. */
static int active_end(Book *book, const char *student, const char *check, const char *now)
{
	if (book_do(book,
		    "UPDATE override SET revoked_at = ?3"
		    " WHERE student = ?1 AND coalesce(\"check\", '') = coalesce(?2, '')"
		    " AND revoked_at IS NULL",
		    "sss", student, check, now) < 0)
		return -1;
	return sqlite3_changes(book->db);
}

int book_override_put(Book *book, const BookOverride *o)
{
	char now[WHEN_SIZE];

	if (o->reason == NULL || *o->reason == '\0')
		return refuse("REASON= is missing: expected why, for whoever asks later");
	if (points_check(book, o) < 0 || book_begin(book) < 0)
		return -1;
	when_utc((int64_t)time(NULL), now);
	if (active_end(book, o->student, o->check, now) < 0 ||
	    book_do(book,
		    "INSERT INTO override(student, \"check\", points, reason, made_by, made_at)"
		    " VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
		    "ssdsss", o->student, o->check, o->points, o->reason, o->made_by, now) < 0 ||
	    book_count_attempts(book, o->student) < 0)
		return book_undo(book);
	return book_commit(book);
}

int book_override_revoke(Book *book, const char *student, const char *check)
{
	char now[WHEN_SIZE];
	int ended;

	when_utc((int64_t)time(NULL), now);
	if (book_begin(book) < 0)
		return -1;
	ended = active_end(book, student, check, now);
	if (ended == 0)
		refuse("REVOKE: there are no points by hand for %s, %s%s", student,
		       check == NULL ? "the total" : "check ", check == NULL ? "" : check);
	if (ended <= 0 || book_count_attempts(book, student) < 0)
		return book_undo(book);
	return book_commit(book);
}

int book_submitted_put(Book *book, const char *student, int64_t submitted_at, const char *reason)
{
	char at[WHEN_SIZE];
	int64_t newest;
	int found;

	if (reason == NULL || *reason == '\0')
		return refuse("REASON= is missing: expected why, for whoever asks later");
	when_utc(submitted_at, at);
	if (book_begin(book) < 0)
		return -1;
	found = book_number(
		book, &newest,
		"SELECT id FROM submission WHERE student = ?1 ORDER BY attempt DESC LIMIT 1", "s",
		student);
	if (found == 0)
		refuse("SUBMITTED: %s has handed in nothing", student);
	if (found <= 0 ||
	    book_do(book,
		    "UPDATE submission SET submitted_at = ?2, submitted_from = 'instructor',"
		    " submitted_why = ?3 WHERE id = ?1",
		    "iss", newest, at, reason) < 0 ||
	    book_late_work_out(book, newest) < 0 || book_count_attempts(book, student) < 0)
		return book_undo(book);
	return book_commit(book);
}

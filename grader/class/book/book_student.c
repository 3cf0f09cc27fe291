/* book_student.c - students and what they handed in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/class/book/book_rules.h"
#include "grader/class/book/book_sql.h"
#include "grader/class/book/timestamp.h"

/* *owner: the id of the student who has the folder, to be freed; NULL: nobody. */
static int folder_owner(Book *book, const char *folder, char **owner)
{
	sqlite3_stmt *row =
		book_query(book, "SELECT id FROM student WHERE folder = ?1", "s", folder);
	int found = !row ? -1 : book_step(book, row);

	*owner = found > 0 ? book_text(row, 0) : NULL;
	sqlite3_finalize(row);
	return found < 0 ? -1 : 0;
}

/* Whether the student `id` has rows that the rows of `owner` cannot be put beside: attempts of both would be mixed,
 * and of points for one check, or of deadlines, only one can hold. 1, 0, or -1. */
static int histories_clash(Book *book, const char *owner, const char *id)
{
	int64_t one;

	return book_number(book, &one,
			   "SELECT 1 FROM submission WHERE student = ?2"
			   " UNION ALL SELECT 1 FROM override o JOIN override p"
			   "  ON coalesce(o.\"check\", '') = coalesce(p.\"check\", '')"
			   "  WHERE o.student = ?1 AND o.revoked_at IS NULL"
			   "  AND p.student = ?2 AND p.revoked_at IS NULL"
			   " UNION ALL SELECT 1 FROM extension o JOIN extension p"
			   "  ON o.student = ?1 AND o.revoked_at IS NULL"
			   "  AND p.student = ?2 AND p.revoked_at IS NULL",
			   "ss", owner, id);
}

/* Gives what the student `id`, who has no attempts, has otherwise to `owner`, and takes `id` out. Of the marks
 * before the last run those of `owner` stay: `id` was absent. */
static int student_join(Book *book, const char *owner, const char *id)
{
	static const char *const joins[] = {
		"UPDATE override SET student = ?1 WHERE student = ?2",
		"UPDATE extension SET student = ?1 WHERE student = ?2",
		"UPDATE comment SET student = ?1 WHERE student = ?2",
		"UPDATE request SET student = ?1 WHERE student = ?2",
		"UPDATE handback SET student = ?1 WHERE student = ?2",
		"DELETE FROM last_total WHERE student = ?2",
		"DELETE FROM student WHERE id = ?2",
	};

	for (size_t i = 0; i < sizeof joins / sizeof *joins; i++)
		if (book_execute(book, joins[i], "ss", owner, id) < 0)
			return -1;
	return 0;
}

/* Renames the student `owner` to `id`, in all rows that refer to it. A student with that id who has handed in
 * nothing becomes one with `owner`, and a deadline of that student's own holds for the attempts; one whose rows
 * clash with those of `owner` stays, and the folder is taken from `owner`. */
static int owner_rename(Book *book, const char *owner, const char *id)
{
	int clash = histories_clash(book, owner, id);

	if (clash < 0)
		return -1;
	if (clash > 0) {
		refuse("%s: the folder %s had been a student of its own; its student %s has "
		       "submissions or points by hand already, so that one stays without a folder",
		       book->path, owner, id);
		return book_execute(book, "UPDATE student SET folder = NULL WHERE id = ?1", "s",
				    owner);
	}
	if (student_join(book, owner, id) < 0 ||
	    book_execute(book, "UPDATE student SET id = ?2 WHERE id = ?1", "ss", owner, id) < 0)
		return -1;
	return book_late_work_out(book, 0) < 0 ? -1 : book_count_attempts(book, id);
}

/* Takes the folder from whoever had it before, so that this student can have it. */
static int folder_claim(Book *book, const BookStudent *student)
{
	char *owner = NULL;
	int done = 0;

	if (!student->folder)
		return 0;
	if (folder_owner(book, student->folder, &owner) < 0)
		return -1;
	if (!owner || strcmp(owner, student->id) == 0)
		done = 0;
	else if (strcmp(owner, student->folder) == 0)
		done = owner_rename(book, owner, student->id);
	else
		done = book_execute(book, "UPDATE student SET folder = NULL WHERE id = ?1", "s",
				    owner);
	free(owner);
	return done;
}

/* Most students are the same as in the last run: a row that does not change is not written, which
 * saves a transaction and its wait for the disk. */
static int student_is_known(Book *book, const BookStudent *s)
{
	int64_t one;

	return book_number(
		book, &one,
		"SELECT 1 FROM student WHERE id = ?1 AND name = ?2"
		" AND coalesce(?3, email) IS email AND coalesce(?4, section) IS section"
		" AND coalesce(?5, folder) IS folder AND coalesce(?6, columns) IS columns",
		"ssssss", s->id, s->name, s->email, s->section, s->folder, s->columns);
}

int book_student_put(Book *book, const BookStudent *s)
{
	int known;

	if (!s->id || *s->id == '\0' || !s->name || *s->name == '\0')
		return book_fail(book, "a student without id or name: expected both");
	known = student_is_known(book, s);
	if (known != 0)
		return known < 0 ? -1 : 0;
	if (book_begin(book) < 0)
		return -1;
	if (folder_claim(book, s) < 0 ||
	    book_execute(
		    book,
		    "INSERT INTO student VALUES(?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT(id) DO UPDATE "
		    "SET"
		    " name = ?2, email = coalesce(?3, email), section = coalesce(?4, section),"
		    " folder = coalesce(?5, folder), columns = coalesce(?6, columns)",
		    "ssssss", s->id, s->name, s->email, s->section, s->folder, s->columns) < 0)
		return book_rollback(book);
	return book_commit(book);
}

/* --- submissions ------------------------------------------------------------------------------ */

static const char *const sources[] = {"files", "roster", "instructor"};

/* The student's newest attempt. newest_read: 1, 0 when there is none, -1. */
typedef struct Newest {
	int same;    /* 1: with this content */
	int same_at; /* 1: at this time */
	int from;    /* index of sources */
} Newest;

static int attempt_newest(Book *book, const char *student, const char *content, const char *at,
			  BookSubmission *submission, Newest *newest)
{
	sqlite3_stmt *row = book_query(book,
				       "SELECT id, attempt, content = ?2, submitted_at IS ?3,"
				       " submitted_from FROM submission"
				       " WHERE student = ?1 ORDER BY attempt DESC LIMIT 1",
				       "sss", student, content, at);
	int found = !row ? -1 : book_step(book, row);

	memset(submission, 0, sizeof *submission);
	memset(newest, 0, sizeof *newest);
	if (found > 0) {
		submission->id = sqlite3_column_int64(row, 0);
		submission->attempt = sqlite3_column_int(row, 1);
		newest->same = sqlite3_column_int(row, 2);
		newest->same_at = sqlite3_column_int(row, 3);
		for (int i = 0; i < 3; i++)
			if (strcmp(sources[i], (const char *)sqlite3_column_text(row, 4)) == 0)
				newest->from = i;
	}
	sqlite3_finalize(row);
	return found;
}

static int attempt_add(Book *book, const char *student, const char *content, const char *at,
		       BookSource from, BookSubmission *submission)
{
	submission->attempt++;
	submission->fresh = 1;
	if (book_execute(book,
			 "INSERT INTO submission(student, attempt, content, submitted_at, "
			 "submitted_from)"
			 " VALUES(?1, ?2, ?3, ?4, ?5)",
			 "snsss", student, submission->attempt, content, at, sources[from]) < 0)
		return -1;
	submission->id = sqlite3_last_insert_rowid(book->db);
	return 0;
}

/* How what is handed in now differs from the newest attempt. */
typedef enum Change { CHANGE_NONE, CHANGE_TIME, CHANGE_ATTEMPT } Change;

static int change_of(Book *book, const char *student, const char *content, const char *at,
		     BookSource from, BookSubmission *submission)
{
	Newest newest;
	int found = attempt_newest(book, student, content, at, submission, &newest);

	if (found < 0)
		return -1;
	if (!found || !newest.same)
		return CHANGE_ATTEMPT;
	if (at && ((int)from > newest.from || (from == BOOK_FROM_ROSTER &&
					       newest.from == BOOK_FROM_ROSTER && !newest.same_at)))
		return CHANGE_TIME;
	return CHANGE_NONE;
}

int book_submission_put(Book *book, const char *student, const char *content, int64_t submitted_at,
			BookSource from, BookSubmission *submission)
{
	char text[TIMESTAMP_SIZE], *at = submitted_at < 0 ? NULL : text;
	int change, done = 0;

	if (at)
		timestamp_utc(submitted_at, text);
	change = change_of(book, student, content, at, from, submission);
	if (change < 0 || change == CHANGE_NONE)
		return change < 0 ? -1 : 0;
	if (book_begin(book) < 0)
		return -1;
	/* compared again with the lock held: another process may have stored it meanwhile */
	change = change_of(book, student, content, at, from, submission);
	if (change == CHANGE_ATTEMPT)
		done = attempt_add(book, student, content, at, from, submission);
	else if (change == CHANGE_TIME)
		done = book_execute(book,
				    "UPDATE submission SET submitted_at = ?2, submitted_from = ?3"
				    " WHERE id = ?1",
				    "iss", submission->id, at, sources[from]);
	if (change < 0 || done < 0 || book_late_work_out(book, submission->id) < 0 ||
	    book_count_attempts(book, student) < 0)
		return book_rollback(book);
	return book_commit(book);
}

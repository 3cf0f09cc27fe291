/* book_log.c - writes the chain of digests, and looks whether it holds. */
#include "grader/class/book/book_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/class/book/book_sql.h"

#define FORGOTTEN "log_forgotten" /* a setting: how many rows went with students */

/* All that a grading is, in one order; ?1 is its number. Not in it are a student's id, which changes
 * when a roster names who was made up from a folder, and the time of handing in, which may be set by
 * hand later. */
static const char *const parts[] = {
	"SELECT s.attempt, s.content, g.id, g.key, g.kit, g.gpu, g.machine, g.isolation, g.seed,"
	" g.status, g.message, g.score, g.max_score, g.unjudged, g.compile_s, g.check_s, g.total_s,"
	" g.graded_at, g.results FROM grading g JOIN submission s ON s.id = g.submission"
	" WHERE g.id = ?1",
	"SELECT lab, \"check\", title, points, max_points, verdict, message, hint, location, cause,"
	" page FROM check_result WHERE grading = ?1 ORDER BY \"check\"",
	"SELECT \"check\", us, copies, bytes, kernels, waits FROM work WHERE grading = ?1"
	" ORDER BY \"check\"",
	"SELECT \"check\", n, how, wanted_us, measured_us, at_least FROM time_limit"
	" WHERE grading = ?1 ORDER BY \"check\", n",
};

static void value_add(Digest *digest, sqlite3_stmt *row, int column)
{
	char number[64];

	switch (sqlite3_column_type(row, column)) {
	case SQLITE_NULL:
		digest_add_text(digest, "null");
		break;
	case SQLITE_INTEGER:
		snprintf(number, sizeof number, "%lld",
			 (long long)sqlite3_column_int64(row, column));
		digest_add_text(digest, number);
		break;
	case SQLITE_FLOAT: /* SQLite keeps all bits */
		snprintf(number, sizeof number, "%.17g", sqlite3_column_double(row, column));
		digest_add_text(digest, number);
		break;
	default:
		digest_add(digest, "text", 4);
		digest_add(digest, sqlite3_column_blob(row, column),
			   (size_t)sqlite3_column_bytes(row, column));
	}
}

static int digest_make(Book *book, int64_t grading, const char *before, char hex[DIGEST_SIZE])
{
	Digest digest;

	digest_begin(&digest);
	digest_add_text(&digest, before);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		sqlite3_stmt *rows = book_query(book, parts[i], "i", grading);
		int more = -1;

		while (rows && (more = book_step(book, rows)) > 0)
			for (int k = 0; k < sqlite3_column_count(rows); k++)
				value_add(&digest, rows, k);
		sqlite3_finalize(rows);
		if (more < 0)
			return -1;
		digest_add_text(&digest, "");
	}
	digest_end(&digest, hex);
	return 0;
}

int book_log_add(Book *book, int64_t submission, int64_t grading)
{
	sqlite3_stmt *row = book_query(
		book,
		"SELECT s.student, coalesce((SELECT digest FROM log WHERE student = s.student"
		" ORDER BY number DESC LIMIT 1), '') FROM submission s WHERE s.id = ?1",
		"i", submission);
	char hex[DIGEST_SIZE];
	int bad = !row || book_step(book, row) <= 0;

	if (!bad)
		bad = digest_make(book, grading, (const char *)sqlite3_column_text(row, 1), hex) <
		      0;
	if (!bad)
		bad = book_execute(
			      book, "INSERT INTO log(student, grading, digest) VALUES(?1, ?2, ?3)",
			      "sis", (const char *)sqlite3_column_text(row, 0), grading, hex) < 0;
	sqlite3_finalize(row);
	return bad ? -1 : 0;
}

/* --- looking ---------------------------------------------------------------------------------- */

typedef struct Look {
	Book *book;
	const char *student; /* or NULL */
	BookLogFault *fault;
	void *context;
} Look;

static int chains_check(const Look *look, int64_t *rows)
{
	sqlite3_stmt *list = book_query(
		look->book,
		"SELECT student, grading, digest, EXISTS(SELECT 1 FROM grading WHERE id = "
		"log.grading)"
		" FROM log WHERE ?1 IS NULL OR student = ?1 ORDER BY student, number",
		"s", look->student);
	char *before = text_new("%s", ""), *whose = text_new("%s", "");
	int more = -1;

	while (list && (more = book_step(look->book, list)) > 0) {
		char hex[DIGEST_SIZE] = "";
		const char *student = (const char *)sqlite3_column_text(list, 0);
		const char *kept = (const char *)sqlite3_column_text(list, 2);
		int64_t grading = sqlite3_column_int64(list, 1);

		if (strcmp(whose, student) != 0)
			*before = '\0';
		if (digest_make(look->book, grading, before, hex) < 0) {
			more = -1;
			break;
		}
		if (!sqlite3_column_int(list, 3))
			look->fault(look->context, student, grading, "is gone");
		else if (strcmp(hex, kept) != 0)
			look->fault(look->context, student, grading,
				    "is not as it was written, or one before it is missing");
		free(before);
		free(whose);
		before = text_new("%s", kept);
		whose = text_new("%s", student);
		++*rows;
	}
	sqlite3_finalize(list);
	free(before);
	free(whose);
	return more;
}

/* Tells of each row, a student and a grading; finalizes the list. 0, or -1. */
static int faults_tell(const Look *look, sqlite3_stmt *list, const char *what)
{
	int more = -1;

	while (list && (more = book_step(look->book, list)) > 0)
		look->fault(look->context, (const char *)sqlite3_column_text(list, 0),
			    sqlite3_column_int64(list, 1), what);
	sqlite3_finalize(list);
	return more;
}

/* Gradings that are in no log, though they are younger than it. */
static int strangers_check(const Look *look)
{
	sqlite3_stmt *list = book_query(
		look->book,
		"SELECT s.student, g.id FROM grading g JOIN submission s ON s.id = g.submission"
		" WHERE (?1 IS NULL OR s.student = ?1) AND g.id NOT IN (SELECT grading FROM log)"
		"  AND g.id > (SELECT CAST(value AS INTEGER) FROM setting WHERE key = 'log_from')"
		" ORDER BY g.id",
		"s", look->student);

	return faults_tell(look, list, "was not written by the kit");
}

/* Gradings that lie with another student than they were written for, or count for one: a student's id is in no digest,
 * but the log, the attempts and what counts have to agree. */
static int owners_check(const Look *look)
{
	sqlite3_stmt *list = book_query(
		look->book,
		"SELECT l.student, l.grading FROM log l JOIN grading g ON g.id = l.grading"
		" JOIN submission s ON s.id = g.submission"
		" WHERE s.student <> l.student AND (?1 IS NULL OR l.student = ?1)"
		" UNION SELECT s.student, l.grading FROM lab_grading l"
		" JOIN submission s ON s.id = l.submission JOIN grading g ON g.id = l.grading"
		" JOIN submission o ON o.id = g.submission"
		" WHERE o.student <> s.student AND (?1 IS NULL OR s.student = ?1) ORDER BY 2, 1",
		"s", look->student);

	return faults_tell(look, list, "is, or counts, for another student");
}

static int count_check(const Look *look)
{
	char what[100];
	int64_t missing = 0;
	int found = book_number(
		look->book, &missing,
		"SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'log'), 0)"
		" - (SELECT count(*) FROM log)"
		" - coalesce((SELECT CAST(value AS INTEGER) FROM setting WHERE key = '" FORGOTTEN
		"'), 0)",
		"");

	if (found > 0 && missing != 0) {
		snprintf(what, sizeof what, "%lld rows of the log are missing", (long long)missing);
		look->fault(look->context, "", 0, what);
	}
	return found < 0 ? -1 : 0;
}

int book_log_check(Book *book, const char *student, BookLogFault *fault, void *context,
		   int64_t *rows)
{
	const Look look = {book, student, fault, context};

	*rows = 0;
	return chains_check(&look, rows) < 0 || strangers_check(&look) < 0 ||
			       owners_check(&look) < 0 || count_check(&look) < 0
		       ? -1
		       : 0;
}

int book_log_forget(Book *book, const char *student)
{
	return book_execute(book,
			    "INSERT INTO setting VALUES('" FORGOTTEN "',"
			    "  (SELECT count(*) FROM log WHERE student = ?1))"
			    " ON CONFLICT(key) DO UPDATE SET value = CAST(value AS INTEGER)"
			    "  + CAST(excluded.value AS INTEGER)",
			    "s", student) < 0 ||
			       book_execute(book, "DELETE FROM log WHERE student = ?1", "s",
					    student) < 0
		       ? -1
		       : 0;
}

/* regrade.c - compares the gradings that counted for each lab before a regrade with those that
 * count now. */
#include "grader/class/book/regrade.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/class/book/book_reading.h"
#include "grader/class/book/book_sql.h"

/* One student, while being compared. */
typedef struct Student {
	Book *book;
	const char *id;
	int named; /* 1: the line with name and totals has been printed */
	sqlite3_stmt *row;
} Student;

static void clean_print(const char *before, const char *text)
{
	char clean[700];

	text_clean(clean, sizeof clean, !text ? "" : text, !text ? 0 : strlen(text));
	printf("%s%s", before, clean);
}

/* --- one check -------------------------------------------------------------------------------- */

static void side_print(const DiffCheck *check)
{
	if (!check)
		printf("not there");
	else
		printf("%.12s %g/%g", check->verdict, check->points, check->max_points);
}

/* Notes that an override hides the grader's points from the mark. */
static void override_print(const Student *student, const char *check)
{
	sqlite3_stmt *row =
		book_query(student->book,
			   "SELECT points FROM override WHERE student = ?1 AND \"check\" = ?2"
			   " AND revoked_at IS NULL",
			   "ss", student->id, check);

	if (row && book_step(student->book, row) > 0)
		printf("  (override: %g points by hand stay)", sqlite3_column_double(row, 0));
	sqlite3_finalize(row);
}

static void message_print(const char *before, const DiffCheck *check)
{
	if (!check || *check->message == '\0')
		return;
	clean_print(before, check->message);
	putchar('\n');
}

static void check_changed(void *context, const DiffCheck *was, const DiffCheck *now)
{
	const Student *student = context;

	clean_print("  ", (now ? now : was)->id);
	printf("  ");
	side_print(was);
	printf(" -> ");
	side_print(now);
	override_print(student, (now ? now : was)->id);
	putchar('\n');
	message_print("       was: ", was);
	message_print("       now: ", now);
}

/* --- one student ------------------------------------------------------------------------------ */

/* The columns of the query in regrade_compare. */
enum { ID, NAME, WAS_STATUS, NOW_STATUS, WAS_FINAL, NOW_FINAL };

static void total_print(sqlite3_stmt *row, int status, int final)
{
	const char *text = (const char *)sqlite3_column_text(row, status);

	if (sqlite3_column_type(row, final) != SQLITE_NULL)
		printf("%g", sqlite3_column_double(row, final));
	else
		clean_print("", !text ? "not in the book" : text);
}

static void student_name(Student *student)
{
	if (student->named++)
		return;
	clean_print("", (const char *)sqlite3_column_text(student->row, NAME));
	clean_print(" (", student->id);
	printf(")  ");
	total_print(student->row, WAS_STATUS, WAS_FINAL);
	printf(" -> ");
	total_print(student->row, NOW_STATUS, NOW_FINAL);
	putchar('\n');
}

static void check_counted(void *context, const DiffCheck *was, const DiffCheck *now)
{
	(void)context;
	(void)was;
	(void)now;
}

static int lab_compare(Student *student, const char *lab, int64_t was, int64_t now)
{
	DiffReading old, new;
	char reasons[200];
	int bad = book_reading_load(student->book, was, lab, &old) < 0;

	bad |= book_reading_load(student->book, now, lab, &new) < 0;
	if (!bad && diff_checks(&old, &new, check_counted, student) > 0) {
		student_name(student);
		if (was == 0 || now == 0)
			snprintf(reasons, sizeof reasons, "%s",
				 was == 0 ? "graded for the first time" : "no longer graded");
		else
			diff_reasons_text(diff_reasons(&old, &new), reasons, sizeof reasons);
		clean_print(" ", lab);
		printf(": %s\n", reasons);
		diff_checks(&old, &new, check_changed, student);
	}
	book_reading_free(&old);
	book_reading_free(&new);
	return bad ? -1 : 0;
}

static int labs_compare(Student *student)
{
	sqlite3_stmt *rows = book_query(
		student->book,
		"SELECT lab, max(was), max(now) FROM ("
		"  SELECT lab, grading AS was, 0 AS now FROM past.lab WHERE student = ?1"
		"  UNION ALL SELECT lab, 0, grading FROM (" REGRADE_LABS " AND s.student = ?1))"
		" GROUP BY lab HAVING max(was) <> max(now)"
		" ORDER BY CAST(substr(lab, 4) AS INTEGER), lab",
		"s", student->id);
	int more = -1;

	while (rows && (more = book_step(student->book, rows)) > 0) {
		if (lab_compare(student, (const char *)sqlite3_column_text(rows, 0),
				sqlite3_column_int64(rows, 1), sqlite3_column_int64(rows, 2)) < 0) {
			more = -1;
			break;
		}
	}
	sqlite3_finalize(rows);
	return more;
}

/* A total can differ although no check does, when overrides or rules were changed while the class
 * was graded. */
static int total_differs(sqlite3_stmt *row)
{
	int was = sqlite3_column_type(row, WAS_FINAL), now = sqlite3_column_type(row, NOW_FINAL);

	if ((was == SQLITE_NULL) != (now == SQLITE_NULL))
		return 1;
	return sqlite3_column_double(row, WAS_FINAL) != sqlite3_column_double(row, NOW_FINAL);
}

static int student_compare(Student *student)
{
	if (labs_compare(student) < 0)
		return -1;
	if (!student->named && total_differs(student->row)) {
		student_name(student);
		printf("  every check is as it was: points by hand or the rules changed\n");
	}
	return 0;
}

/* Prints whose submission could not be regraded: it is no longer in the folder, so that the mark is still that of
 * the older kit, or it never could be graded, and has its marks by hand. `id` NULL: of all students. */
static int kept_print(Book *book, const char *id, const BookPart *part)
{
	sqlite3_stmt *rows =
		book_query(book,
			   "SELECT t.name, t.student, t.final, s.attempt,"
			   " EXISTS(SELECT 1 FROM lab_grading l WHERE l.submission = s.id)"
			   " FROM total t"
			   " JOIN submission s ON s.student = t.student AND s.counts"
			   " WHERE t.status = 'graded' AND coalesce(?1, t.student) = t.student"
			   " AND s.id NOT IN (SELECT submission FROM grading"
			   "  WHERE id > (SELECT id FROM past.newest))"
			   " ORDER BY t.name COLLATE NOCASE, t.student",
			   "s", id);
	int more = -1, is;

	while (rows && (more = book_step(book, rows)) > 0) {
		is = book_part_has(book, part, (const char *)sqlite3_column_text(rows, 1));
		if (is < 0) {
			more = -1;
			break;
		}
		if (!is)
			continue;
		clean_print("", (const char *)sqlite3_column_text(rows, 0));
		clean_print(" (", (const char *)sqlite3_column_text(rows, 1));
		printf(sqlite3_column_int(rows, 4)
			       ? ") keeps %g: attempt %d counts, and is not in the folder any "
				 "more\n"
			       : ") keeps %g, given by hand: attempt %d could not be graded\n",
		       sqlite3_column_double(rows, 2), sqlite3_column_int(rows, 3));
	}
	sqlite3_finalize(rows);
	return more;
}

int regrade_compare(Book *book, const char *id, const BookPart *part, int quiet)
{
	sqlite3_stmt *rows = book_query(
		book,
		"SELECT t.student, t.name, w.status, t.status, w.final, t.final FROM total t"
		" LEFT JOIN past.total w ON w.student = t.student"
		" ORDER BY t.name COLLATE NOCASE, t.student",
		"");
	int more = -1, all = 0, changed = 0, up = 0, down = 0, is;

	while (rows && (more = book_step(book, rows)) > 0) {
		Student student = {.book = book,
				   .id = (const char *)sqlite3_column_text(rows, ID),
				   .row = rows};
		double by = sqlite3_column_double(rows, NOW_FINAL) -
			    sqlite3_column_double(rows, WAS_FINAL);

		is = book_part_has(book, part, student.id);
		if (is == 0)
			continue;
		if (is < 0 || student_compare(&student) < 0) {
			more = -1;
			break;
		}
		all++;
		changed += student.named > 0;
		up += student.named > 0 && by > 0;
		down += student.named > 0 && by < 0;
	}
	sqlite3_finalize(rows);
	if (more == 0 && !quiet)
		more = kept_print(book, id, part);
	if (more == 0 && (changed > 0 || !quiet))
		printf("%d of %d changed: %d up, %d down\n", changed, all, up, down);
	return more;
}

/* marks_student.c - one student's page. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/base/wrap.h"
#include "grader/class/book/book_rules.h"
#include "grader/class/book/book_sql.h"
#include "grader/class/book/timestamp.h"
#include "grader/class/cli/marks.h"
#include "grader/class/cli/table.h"

/* A time of the book in the local time, when there is one. */
static void local_print(const char *before, const char *utc)
{
	char local[TIMESTAMP_SIZE];

	clean_print(before, timestamp_shown(utc, local));
}

static void late_print(const char *late, double penalty)
{
	if (*late != '\0')
		printf(", late by %s", late);
	if (penalty > 0)
		printf(": -%g", penalty);
}

static int head_print(Book *book, const char *id)
{
	sqlite3_stmt *row = book_query(
		book,
		"SELECT name, student, email, section, folder, status, score, max_score, late_s,"
		" penalty, final, overridden, reason, attempt, unjudged FROM total WHERE student = "
		"?1",
		"s", id);
	int found = !row ? -1 : book_step(book, row);
	char late[40];

	if (found > 0) {
		clean_print("", book_column(row, 0));
		clean_print("  ", book_column(row, 1));
		clean_print("  ", book_column(row, 2));
		clean_print("  section ", book_column(row, 3));
		clean_print("  folder ", book_column(row, 4));
		late_text(sqlite3_column_int64(row, 8), late, sizeof late);
		putchar('\n');
		if (sqlite3_column_type(row, 13) != SQLITE_NULL)
			printf("attempt %d counts: ", sqlite3_column_int(row, 13));
		if (strcmp(book_column(row, 5), "graded") == 0)
			printf("%g of %g", sqlite3_column_double(row, 6),
			       sqlite3_column_double(row, 7));
		else
			printf("%s", book_column(row, 5));
		if (sqlite3_column_double(row, 14) > 0)
			printf(", %g not judged", sqlite3_column_double(row, 14));
		late_print(late, sqlite3_column_double(row, 9));
		if (sqlite3_column_int(row, 11))
			clean_print(", by hand: ", book_column(row, 12));
		if (sqlite3_column_type(row, 10) != SQLITE_NULL)
			printf("\nfinal %g\n", sqlite3_column_double(row, 10));
		else
			printf("\nfinal: none yet\n");
	}
	sqlite3_finalize(row);
	return found;
}

/* As the grader's own report writes them. */
static const struct {
	const char *verdict, *word, *colour;
} words[] = {
	{"pass", "pass", "32"}, {"fail", "FAIL", "31"},           {"todo", "todo", "33"},
	{"skip", "skip", "36"}, {"inconclusive", "unsure", "36"}, {"error", "ERROR", "35"},
};

static void verdict_print(const char *verdict, int colours)
{
	size_t i = 0, count = sizeof words / sizeof *words;

	while (i < count && strcmp(words[i].verdict, verdict) != 0)
		i++;
	if (i == count)
		printf("  %-6s", "?");
	else if (colours)
		printf("  \033[%sm%-6s\033[0m", words[i].colour, words[i].word);
	else
		printf("  %-6s", words[i].word);
}

static void check_print(sqlite3_stmt *row, int colours)
{
	char line[1200];

	verdict_print(book_column(row, 6), colours);
	printf(" %-5.16s %g/%g%s  ", book_column(row, 1), sqlite3_column_double(row, 3),
	       sqlite3_column_double(row, 4), sqlite3_column_int(row, 5) ? "*" : "");
	snprintf(line, sizeof line, "%s%s%s", book_column(row, 9),
		 *book_column(row, 9) != '\0' ? "  " : "",
		 *book_column(row, 7) != '\0' ? book_column(row, 7) : book_column(row, 2));

	char clean[1200];

	text_clean(clean, sizeof clean, line, strlen(line));
	wrap_print(stdout, wrap_width(), 23, "                       ", clean);
	if (sqlite3_column_int(row, 5)) {
		clean_print("                       by hand: ", book_column(row, 8));
		putchar('\n');
	}
}

static int checks_print(Book *book, const char *id)
{
	sqlite3_stmt *rows = book_query(
		book,
		"SELECT lab, \"check\", title, points, max_points, overridden, verdict, message,"
		" reason, location FROM mark WHERE student = ?1"
		" ORDER BY CAST(substr(lab, 4) AS INTEGER), lab,"
		" CAST(substr(\"check\", instr(\"check\", '.') + 1) AS INTEGER), \"check\"",
		"s", id);
	int more = -1, colours = colours_wanted();
	char *lab = text_new("%s", "");

	while (rows && (more = book_step(book, rows)) > 0) {
		if (strcmp(lab, book_column(rows, 0)) != 0) {
			free(lab);
			lab = text_new("%s", book_column(rows, 0));
			clean_print("", lab);
			putchar('\n');
		}
		check_print(rows, colours);
	}
	free(lab);
	sqlite3_finalize(rows);
	return more;
}

static int attempts_print(Book *book, const char *id)
{
	sqlite3_stmt *rows = book_query(
		book,
		"SELECT a.attempt, a.counts, a.status, a.score, a.max_score, a.late_s, a.penalty,"
		" a.submitted_at, s.submitted_from, s.submitted_why, (SELECT g.message FROM "
		"grading g"
		"  WHERE g.submission = s.id AND g.status = 'failed' ORDER BY g.id DESC LIMIT 1)"
		" FROM attempt a"
		" JOIN submission s ON s.id = a.submission WHERE a.student = ?1 ORDER BY a.attempt",
		"s", id);
	char late[40];
	int more = -1;

	while (rows && (more = book_step(book, rows)) > 0) {
		printf("attempt %d%s  ", sqlite3_column_int(rows, 0),
		       sqlite3_column_int(rows, 1) ? " (counts)" : "");
		if (strcmp(book_column(rows, 2), "graded") == 0)
			printf("%g of %g", sqlite3_column_double(rows, 3),
			       sqlite3_column_double(rows, 4));
		else
			printf("%s", book_column(rows, 2));
		if (strcmp(book_column(rows, 2), "failed") == 0)
			clean_print(": ", book_column(rows, 10));
		if (*book_column(rows, 7) != '\0') {
			local_print("  handed in ", book_column(rows, 7));
			clean_print(" by the ", book_column(rows, 8));
			clean_print(": ", book_column(rows, 9));
		}
		late_text(sqlite3_column_int64(rows, 5), late, sizeof late);
		late_print(late, sqlite3_column_double(rows, 6));
		putchar('\n');
	}
	sqlite3_finalize(rows);
	return more;
}

static int overrides_print(Book *book, const char *id)
{
	sqlite3_stmt *rows =
		book_query(book,
			   "SELECT \"check\", points, reason, made_by, made_at, revoked_at"
			   " FROM override WHERE student = ?1 ORDER BY id",
			   "s", id);
	int more = -1;

	while (rows && (more = book_step(book, rows)) > 0) {
		clean_print("by hand: ",
			    *book_column(rows, 0) != '\0' ? book_column(rows, 0) : "total");
		printf(" %g points", sqlite3_column_double(rows, 1));
		local_print(", ", book_column(rows, 4));
		clean_print(", ", book_column(rows, 3));
		clean_print(": ", book_column(rows, 2));
		local_print("; revoked ", book_column(rows, 5));
		putchar('\n');
	}
	sqlite3_finalize(rows);
	return more;
}

int marks_student(Book *book, const char *id)
{
	return head_print(book, id) < 0 || checks_print(book, id) < 0 ||
			       attempts_print(book, id) < 0 || overrides_print(book, id) < 0 ||
			       notes_print(book, id) < 0
		       ? -1
		       : 0;
}

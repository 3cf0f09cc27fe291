/* marks_class.c - the table of the class. */
#include <stdarg.h>
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

#define LABS_MAX  32
#define FOOT_SIZE 400

/* The table, and the counts for the line under it. */
typedef struct Marks {
	Book *book;
	const BookPart *part;
	Table *table;
	char *labs[LABS_MAX];
	int lab_count; /* 0: the terminal is too narrow for them */
	int has_due;
	int students, graded, absent, failed, late, untimed;
	double sum;
} Marks;

void clean_print(const char *before, const char *text)
{
	char clean[2000];

	if (!text || *text == '\0')
		return;
	text_clean(clean, sizeof clean, text, strlen(text));
	printf("%s%s", before, clean);
}

void late_text(int64_t seconds, char *text, int size)
{
	int64_t minutes = seconds / 60, hours = minutes / 60, days = hours / 24;

	if (seconds <= 0)
		snprintf(text, (size_t)size, "%s", "");
	else if (days > 0)
		snprintf(text, (size_t)size, "%lld d %lld h", (long long)days,
			 (long long)(hours % 24));
	else if (hours > 0)
		snprintf(text, (size_t)size, "%lld h %lld min", (long long)hours,
			 (long long)(minutes % 60));
	else if (minutes > 0)
		snprintf(text, (size_t)size, "%lld min", (long long)minutes);
	else
		snprintf(text, (size_t)size, "%lld s", (long long)seconds);
}

/* The labs in which at least one student was graded, in the order of their numbers. */
static int labs_read(Marks *marks)
{
	sqlite3_stmt *rows = book_query(marks->book,
					"SELECT DISTINCT lab FROM lab_grading"
					" ORDER BY CAST(substr(lab, 4) AS INTEGER), lab",
					"");
	int more = -1;

	while (rows && (more = book_step(marks->book, rows)) > 0)
		if (marks->lab_count < LABS_MAX)
			marks->labs[marks->lab_count++] = book_text(rows, 0);
	sqlite3_finalize(rows);
	return more;
}

static void heading(Marks *marks)
{
	Table *t = marks->table;

	table_cell(t, "1", "id");
	table_cell(t, "1", "name");
	for (int i = 0; i < marks->lab_count; i++)
		table_cell(t, "1", "%.*s", (int)strcspn(marks->labs[i], "_"), marks->labs[i]);
	table_cell(t, "1", "score");
	table_cell(t, "1", "of");
	table_cell(t, "1", "late");
	table_cell(t, "1", "final");
	table_cell(t, "1", "%s", "");
}

/* One cell per lab: its points, with * for an override and ? for checks that were not judged; empty
 * where there are no checks. */
static int lab_cells(Marks *marks, const char *student)
{
	sqlite3_stmt *rows = book_query(
		marks->book,
		"SELECT lab, total(points) FILTER (WHERE overridden OR verdict IN"
		"  ('pass', 'fail', 'todo')), max(overridden),"
		" max(NOT overridden AND verdict NOT IN ('pass', 'fail', 'todo'))"
		" FROM mark WHERE student = ?1 GROUP BY lab ORDER BY CAST(substr(lab, 4) "
		"AS INTEGER), lab",
		"s", student);
	int at = 0, more = -1;

	while (rows && (more = book_step(marks->book, rows)) > 0) {
		const char *lab = (const char *)sqlite3_column_text(rows, 0);

		while (at < marks->lab_count && strcmp(marks->labs[at], lab) != 0) {
			table_cell(marks->table, NULL, "-");
			at++;
		}
		if (at++ < marks->lab_count)
			table_cell(marks->table, NULL, "%g%s%s", sqlite3_column_double(rows, 1),
				   sqlite3_column_int(rows, 2) ? "*" : "",
				   sqlite3_column_int(rows, 3) ? "?" : "");
	}
	for (; at < marks->lab_count; at++)
		table_cell(marks->table, NULL, "-");
	sqlite3_finalize(rows);
	return more;
}

/* The columns of the query in rows_print. */
enum { ID, NAME, SCORE, MOST, LATE_S, PENALTY, FINAL, STATUS, BY_HAND, SUBMITTED };

static void number_cell(Marks *marks, int known, double number)
{
	if (known)
		table_cell(marks->table, NULL, "%g", number);
	else
		table_cell(marks->table, NULL, "-");
}

static void points_cells(Marks *marks, sqlite3_stmt *row)
{
	const char *status = (const char *)sqlite3_column_text(row, STATUS);
	int graded = strcmp(status, "graded") == 0, absent = strcmp(status, "absent") == 0;
	int has_mark = sqlite3_column_type(row, FINAL) != SQLITE_NULL;
	const char *colour = graded ? NULL : absent ? "33" : "31";
	int64_t late_s = sqlite3_column_int64(row, LATE_S);
	/* by the deadline of the class: late by none, as far as is known */
	int untimed =
		graded && marks->has_due && sqlite3_column_type(row, SUBMITTED) == SQLITE_NULL;
	char late[40];

	late_text(late_s, late, sizeof late);
	number_cell(marks, graded, sqlite3_column_double(row, SCORE));
	number_cell(marks, graded, sqlite3_column_double(row, MOST));
	if (sqlite3_column_double(row, PENALTY) > 0)
		table_cell(marks->table, "33", "%s: -%g", late,
			   sqlite3_column_double(row, PENALTY));
	else
		table_cell(marks->table, "33", "%s", untimed ? "time?" : late);
	if (has_mark)
		table_cell(marks->table, NULL, "%g%s", sqlite3_column_double(row, FINAL),
			   sqlite3_column_int(row, BY_HAND) ? "*" : "");
	else
		table_cell(marks->table, NULL, "-");
	table_cell(marks->table, colour, "%s", graded ? "" : status);
	marks->students++;
	marks->graded += graded;
	marks->absent += absent;
	marks->failed += !graded && !absent;
	marks->late += late_s > 0;
	marks->untimed += untimed;
	marks->sum += graded ? sqlite3_column_double(row, FINAL) : 0;
}

static int rows_print(Marks *marks)
{
	sqlite3_stmt *rows = book_query(
		marks->book,
		"SELECT student, name, score, max_score, late_s, penalty, final, status,"
		" overridden, submitted_at FROM total ORDER BY name COLLATE NOCASE, student",
		"");
	int more = -1;

	heading(marks);
	while (rows && (more = book_step(marks->book, rows)) > 0) {
		const char *id = (const char *)sqlite3_column_text(rows, ID);
		int is = book_part_has(marks->book, marks->part, id);

		if (is < 0) {
			more = -1;
			break;
		}
		if (!is)
			continue;
		table_cell(marks->table, NULL, "%s", id);
		table_cell(marks->table, NULL, "%s", (const char *)sqlite3_column_text(rows, NAME));
		if (marks->lab_count > 0 && lab_cells(marks, id) < 0) {
			more = -1;
			break;
		}
		points_cells(marks, rows);
	}
	sqlite3_finalize(rows);
	return more;
}

/* Appends to a line, which is truncated if it does not fit. */
__attribute__((format(printf, 2, 3))) static void line_add(char line[FOOT_SIZE], const char *format,
							   ...)
{
	size_t length = strlen(line);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(line + length, FOOT_SIZE - length, format, arguments);
	va_end(arguments);
}

static void foot_print(const Marks *marks)
{
	BookRules rules;
	char line[FOOT_SIZE] = "";

	line_add(line, "%d students: %d graded", marks->students, marks->graded);
	if (marks->graded > 0)
		line_add(line, " (mean %.1f)", marks->sum / marks->graded);
	line_add(line, ", %d absent", marks->absent);
	if (marks->failed > 0)
		line_add(line, ", %d without a mark (why: make marks STUDENT=id)", marks->failed);
	if (marks->late > 0)
		line_add(line, ", %d late", marks->late);
	if (marks->untimed > 0)
		line_add(line, ", %d whose time of handing in is not known (time?), so not late",
			 marks->untimed);
	wrap_print(stdout, wrap_width(), 0, "  ", line);
	book_rules_get(marks->book, &rules);
	line[0] = '\0';
	line_add(line,
		 "the %s attempt counts; due %s; late: %s; grace: %s; * by hand, ? not judged",
		 rules.policy, rules.due, rules.late, rules.grace);
	wrap_print(stdout, wrap_width(), 0, "  ", line);
	book_rules_free(&rules);
}

static int table_fill(Marks *marks)
{
	char right[LABS_MAX + 8] = "ll";
	BookRules rules;

	book_rules_get(marks->book, &rules);
	marks->has_due = strcmp(rules.due, "none") != 0;
	book_rules_free(&rules);

	memset(right + 2, 'r', (size_t)marks->lab_count + 4);
	memcpy(right + 2 + marks->lab_count + 4, "l", 2);
	right[2 + marks->lab_count + 2] = 'l'; /* late */
	marks->table = table_new(right);
	return rows_print(marks);
}

int marks_class(Book *book, const BookPart *part)
{
	Marks marks = {.book = book, .part = part};
	int width = wrap_width(), bad = labs_read(&marks) < 0 || table_fill(&marks) < 0;
	int labs = marks.lab_count;

	if (!bad && width > 0 && table_width(marks.table) > width) {
		Marks narrow = {.book = book, .part = part};

		table_free(marks.table);
		marks.table = NULL;
		bad = table_fill(&narrow) < 0;
		memcpy(narrow.labs, marks.labs, sizeof marks.labs);
		marks = narrow;
	}
	if (!bad) {
		table_print(marks.table, colours_wanted());
		foot_print(&marks);
	}
	if (!bad && marks.lab_count < labs)
		printf("(a wider terminal shows each lab)\n");
	if (marks.table)
		table_free(marks.table);
	for (int i = 0; i < labs; i++)
		free(marks.labs[i]);
	return bad ? -1 : 0;
}

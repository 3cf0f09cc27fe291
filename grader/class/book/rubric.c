/* rubric.c - reads the file, and makes overrides of its items. */
#include "grader/class/book/rubric.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/class/book/book_find.h"
#include "grader/class/book/book_override.h"
#include "grader/class/book/book_sql.h"

#define RUBRIC_MAX ((size_t)1 << 20)

static char *word_take(char **at)
{
	char *word = *at + strspn(*at, " \t");
	size_t length = strcspn(word, " \t");

	*at = word[length] == '\0' ? word + length : word + length + 1;
	word[length] = '\0';
	return word;
}

/* 0, or -1 when the line is no item. */
static int item_read(RubricItem *item, char *line)
{
	char *name = word_take(&line), *check = word_take(&line), *points = word_take(&line), *end;

	line += strspn(line, " \t");
	item->is_relative = *points == '+' || *points == '-';
	item->points = strtod(points, &end);
	if (*name == '\0' || strchr(name, ',') || !isdigit((unsigned char)*check) ||
	    end == points || *end != '\0' || points[strspn(points, "+-0123456789.")] != '\0' ||
	    *line == '\0')
		return -1;
	item->name = text_new("%s", name);
	item->check = text_new("%s", check);
	item->reason = clean_copy(line);
	return 0;
}

int rubric_read(Rubric *rubric, const char *path)
{
	size_t bytes;
	char *text = file_load(AT_FDCWD, path, RUBRIC_MAX, &bytes), *rest = text, *line;
	int number = 0, bad = 0;

	*rubric = (Rubric){.items = NULL};
	if (!text)
		return refuse("RUBRIC=%s: %s; expected a text file", path, strerror(errno));
	text[bytes] = '\0';
	while (!bad && (line = strsep(&rest, "\n"))) {
		number++;
		line[strcspn(line, "\r")] = '\0';
		if (line[strspn(line, " \t")] == '\0' || line[strspn(line, " \t")] == '#')
			continue;
		rubric->items = list_grown(rubric->items, rubric->count, sizeof *rubric->items);
		bad = item_read(&rubric->items[rubric->count], line) < 0;
		rubric->count += !bad;
	}
	free(text);
	if (bad)
		return refuse("RUBRIC=%s: line %d: expected name, check, points and why, as in "
			      "typo 3.2 +1.5 right but for a typo",
			      path, number);
	return 0;
}

void rubric_release(Rubric *rubric)
{
	for (int i = 0; i < rubric->count; i++) {
		free(rubric->items[i].name);
		free(rubric->items[i].check);
		free(rubric->items[i].reason);
	}
	free(rubric->items);
	*rubric = (Rubric){.items = NULL};
}

/* Whether the item is one of the names between commas. */
static int is_named(const char *names, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = names; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
		if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0'))
			return 1;
	return 0;
}

/* That every name is there, and every check known. */
static int names_check(const Rubric *rubric, Book *book, const char *names)
{
	char *copy = text_new("%s", names), *rest = copy, *name;
	int bad = 0;

	while (!bad && (name = strsep(&rest, ","))) {
		int found = 0;

		for (int i = 0; !bad && i < rubric->count; i++)
			if (strcmp(rubric->items[i].name, name) == 0) {
				found = 1;
				bad = book_check_points(book, rubric->items[i].check) < 0;
			}
		if (!bad && !found)
			bad = refuse("ITEM=%s: the rubric has no such item", name) < 0;
	}
	free(copy);
	return bad ? -1 : 0;
}

/* What the grader gave for the check in the attempt that counts; 0 where there is none. */
static double grader_points(Book *book, const char *student, const char *check)
{
	sqlite3_stmt *row =
		book_query(book,
			   "SELECT c.points FROM submission s"
			   " JOIN lab_grading l ON l.submission = s.id"
			   " JOIN check_result c ON c.grading = l.grading AND c.lab = l.lab"
			   " WHERE s.student = ?1 AND s.counts AND c.\"check\" = ?2",
			   "ss", student, check);
	double points = row && book_step(book, row) > 0 ? sqlite3_column_double(row, 0) : 0;

	sqlite3_finalize(row);
	return points;
}

/* All items of one check together. */
static int check_give(const Rubric *rubric, Book *book, BookOverride *override, const char *names)
{
	double most = book_check_points(book, override->check), sum = 0;
	double base = grader_points(book, override->student, override->check);
	char *reason = text_new("%s", "");
	int done;

	for (int i = 0; i < rubric->count; i++) {
		const RubricItem *item = &rubric->items[i];

		if (strcmp(item->check, override->check) != 0 || !is_named(names, item->name))
			continue;
		if (item->is_relative)
			sum += item->points;
		else
			base = item->points;
		char *more = text_new("%s%s%s", reason, *reason != '\0' ? "; " : "", item->reason);

		free(reason);
		reason = more;
	}
	sum += base;
	override->points = sum < 0 ? 0 : sum > most ? most : sum;
	override->reason = reason;
	done = most < 0 ? -1 : book_override_put(book, override);
	free(reason);
	override->reason = NULL;
	return done;
}

int rubric_apply(const Rubric *rubric, Book *book, const char *student, const char *names,
		 const char *made_by, int *given)
{
	*given = 0;
	if (names_check(rubric, book, names) < 0)
		return -1;
	for (int i = 0; i < rubric->count; i++) {
		BookOverride override = {
			.student = student, .check = rubric->items[i].check, .made_by = made_by};
		int is_first = is_named(names, rubric->items[i].name);

		for (int k = 0; k < i && is_first; k++)
			is_first = strcmp(rubric->items[k].check, override.check) != 0 ||
				   !is_named(names, rubric->items[k].name);
		if (!is_first)
			continue;
		if (check_give(rubric, book, &override, names) < 0)
			return -1;
		++*given;
	}
	return 0;
}

/* roster.c - maps headings to columns and rows to students, and reports errors in them. */
#include "grader/class/intake/roster.h"

#include <ctype.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/csv.h"
#include "grader/base/diagnostic.h"
#include "grader/base/text.h"

typedef enum Field { ID, NAME, FIRST, LAST, EMAIL, SECTION, FOLDER, SUBMITTED, FIELDS } Field;

/* The accepted headings of each field; the first one in this list that the file has is used. */
static const char *const headings[FIELDS][8] = {
	[ID] = {"id", "studentid", "sisuserid", "idnumber", "matriculationnumber"},
	[NAME] = {"name", "fullname", "student", "studentname"},
	[FIRST] = {"first", "firstname", "givenname"},
	[LAST] = {"last", "lastname", "surname", "familyname"},
	[EMAIL] = {"email", "emailaddress", "mail"},
	[SECTION] = {"section", "group"},
	[FOLDER] = {"folder", "submission", "archive"},
	[SUBMITTED] = {"submitted", "submittedat", "submissiontime"},
};

typedef struct Reading {
	const char *path;
	Csv csv;
	int column[FIELDS]; /* -1: the file has none */
} Reading;

__attribute__((format(printf, 3, 4))) static int line_refuse(const char *path, int line,
							     const char *format, ...)
{
	char what[400];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(what, sizeof what, format, arguments);
	va_end(arguments);
	return line > 0 ? refuse("ROSTER=%s: line %d: %s", path, line, what)
			: refuse("ROSTER=%s: %s", path, what);
}

/* --- headings --------------------------------------------------------------------------------- */

/* Normalizes a heading: "Student ID" and "student_id" become "studentid". */
static void heading_plain(char *out, size_t size, const char *heading)
{
	size_t at = 0;

	for (; *heading != '\0' && at + 1 < size; heading++)
		if (!strchr(" _-", *heading))
			out[at++] = (char)tolower((unsigned char)*heading);
	out[at] = '\0';
}

static int column_find(const Csv *csv, const char *heading)
{
	char plain[64];

	for (int i = 0; i < csv->rows[0].count; i++) {
		heading_plain(plain, sizeof plain, csv_cell(csv, 0, i));
		if (strcmp(plain, heading) == 0)
			return i;
	}
	return -1;
}

static int headings_differ(const Reading *r)
{
	const CsvRow *head = &r->csv.rows[0];

	for (int i = 0; i < head->count; i++)
		for (int k = 0; k < i; k++)
			if (head->cells[i].text[0] != '\0' &&
			    strcasecmp(head->cells[i].text, head->cells[k].text) == 0)
				return line_refuse(r->path, head->line,
						   "two columns are called \"%s\"",
						   head->cells[i].text);
	return 0;
}

static int headings_read(Reading *r)
{
	if (headings_differ(r) < 0)
		return -1;
	for (int f = 0; f < FIELDS; f++) {
		r->column[f] = -1;
		for (int k = 0; headings[f][k] && r->column[f] < 0; k++)
			r->column[f] = column_find(&r->csv, headings[f][k]);
	}
	if (r->column[ID] < 0)
		return line_refuse(r->path, 0,
				   "no column \"id\"; wanted id and name in the first line");
	if (r->column[NAME] < 0 && r->column[FIRST] < 0 && r->column[LAST] < 0)
		return line_refuse(
			r->path, 0,
			"no column \"name\"; wanted id and name (or first and last) in the "
			"first line");
	return 0;
}

/* --- rows ------------------------------------------------------------------------------------- */

static char *field_copy(const Reading *r, int row, Field field)
{
	const char *text = csv_cell(&r->csv, row, r->column[field]);
	size_t length;

	text += strspn(text, " \t\r\n");
	length = strlen(text);
	while (length > 0 && strchr(" \t\r\n", text[length - 1]))
		length--;
	return text_new("%.*s", (int)length, text);
}

static char *name_copy(const Reading *r, int row)
{
	char *name = field_copy(r, row, NAME);

	if (*name == '\0') {
		char *first = field_copy(r, row, FIRST), *last = field_copy(r, row, LAST);

		free(name);
		name = text_new("%s%s%s", first, *first != '\0' && *last != '\0' ? " " : "", last);
		free(first);
		free(last);
	}
	return name;
}

static char *columns_copy(const Reading *r, int row)
{
	json_t *object = json_object();
	char *text;

	for (int i = 0; i < r->csv.rows[0].count; i++)
		json_object_set_new(object, csv_cell(&r->csv, 0, i),
				    json_string(csv_cell(&r->csv, row, i)));
	text = json_dumps(object, JSON_COMPACT);
	json_decref(object);
	return !text ? text_new("{}") : text;
}

static bool row_is_empty(const CsvRow *row)
{
	for (int i = 0; i < row->count; i++)
		if (row->cells[i].text[strspn(row->cells[i].text, " \t")] != '\0')
			return false;
	return true;
}

static int student_read(const Reading *r, int row, Roster *roster)
{
	const CsvRow *cells = &r->csv.rows[row];
	RosterStudent *s = &roster->students[roster->count];

	if (cells->count > r->csv.rows[0].count)
		return line_refuse(r->path, cells->line, "%d cells, and %d headings", cells->count,
				   r->csv.rows[0].count);
	roster->count++;
	s->line = cells->line;
	s->id = field_copy(r, row, ID);
	s->name = name_copy(r, row);
	s->email = field_copy(r, row, EMAIL);
	s->section = field_copy(r, row, SECTION);
	s->folder = field_copy(r, row, FOLDER);
	s->submitted = field_copy(r, row, SUBMITTED);
	s->columns = columns_copy(r, row);
	if (*s->id == '\0')
		return line_refuse(r->path, s->line, "no id; wanted one for each student");
	if (*s->name == '\0')
		return line_refuse(r->path, s->line, "no name; wanted one for each student");
	return 0;
}

/* --- duplicates ------------------------------------------------------------------------------- */

static int by_id(const void *a, const void *b)
{
	const RosterStudent *const *x = a, *const *y = b;
	int order = strcmp((*x)->id, (*y)->id);

	return order != 0 ? order : ((*x)->line > (*y)->line) - ((*x)->line < (*y)->line);
}

static int by_folder(const void *a, const void *b)
{
	const RosterStudent *const *x = a, *const *y = b;
	int order = strcmp((*x)->folder, (*y)->folder);

	return order != 0 ? order : ((*x)->line > (*y)->line) - ((*x)->line < (*y)->line);
}

static int students_differ(const Reading *r, const Roster *roster)
{
	const RosterStudent **sorted =
		memory_new(((size_t)roster->count + 1) * sizeof(const RosterStudent *));
	int bad = 0;

	for (int i = 0; i < roster->count; i++)
		sorted[i] = &roster->students[i];
	qsort(sorted, (size_t)roster->count, sizeof(const RosterStudent *), by_id);
	for (int i = 1; !bad && i < roster->count; i++)
		if (strcmp(sorted[i]->id, sorted[i - 1]->id) == 0)
			bad = line_refuse(r->path, sorted[i]->line,
					  "the id \"%s\" is that of line %d", sorted[i]->id,
					  sorted[i - 1]->line);
	if (!bad)
		qsort(sorted, (size_t)roster->count, sizeof(const RosterStudent *), by_folder);
	for (int i = 1; !bad && i < roster->count; i++)
		if (*sorted[i]->folder != '\0' &&
		    strcmp(sorted[i]->folder, sorted[i - 1]->folder) == 0)
			bad = line_refuse(r->path, sorted[i]->line,
					  "the folder \"%s\" is that of line %d", sorted[i]->folder,
					  sorted[i - 1]->line);
	free(sorted);
	return bad ? -1 : 0;
}

int roster_read(Roster *roster, const char *path)
{
	Reading r = {.path = path};
	int bad;

	*roster = (Roster){.students = NULL};
	if (csv_load(&r.csv, path) < 0)
		return -1;
	bad = headings_read(&r) < 0;
	roster->students = memory_new((size_t)r.csv.count * sizeof *roster->students);
	for (int i = 1; !bad && i < r.csv.count; i++)
		if (!row_is_empty(&r.csv.rows[i]))
			bad = student_read(&r, i, roster) < 0;
	bad = bad || students_differ(&r, roster) < 0;
	csv_release(&r.csv);
	return bad ? -1 : 0;
}

void roster_release(Roster *roster)
{
	for (int i = 0; i < roster->count; i++) {
		RosterStudent *s = &roster->students[i];

		free(s->id);
		free(s->name);
		free(s->email);
		free(s->section);
		free(s->folder);
		free(s->submitted);
		free(s->columns);
	}
	free(roster->students);
	*roster = (Roster){.students = NULL};
}

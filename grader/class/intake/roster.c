/* roster.c - turns rows into students, and reports errors in them. */
#include "grader/class/intake/roster.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/base/csv.h"
#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/class/intake/moodle_time.h"
#include "grader/class/intake/nfc.h"

typedef struct Reading {
	const char *path;
	Csv csv;
	RosterColumns columns;
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

/* --- rows ------------------------------------------------------------------------------------- */

/* What a spreadsheet or platform puts around a value is left out: blanks, ="...", and the # before
 * Brightspace's ids. */
static char *cell_copy(const Reading *r, int row, int column)
{
	const char *text = csv_cell(&r->csv, row, column);
	size_t length;
	char *copy, *nfc;

	text += strspn(text, " \t\r\n");
	length = strlen(text);
	while (length > 0 && strchr(" \t\r\n", text[length - 1]))
		length--;
	if (length > 3 && strncmp(text, "=\"", 2) == 0 && text[length - 1] == '"')
		text += 2, length -= 3;
	else if (length > 1 && *text == '#')
		text++, length--;
	copy = text_new("%.*s", (int)length, text);
	nfc = nfc_copy(copy);
	free(copy);
	return nfc;
}

static char *field_copy(const Reading *r, int row, RosterField field)
{
	return cell_copy(r, row, r->columns.of[field]);
}

static char *name_copy(const Reading *r, int row)
{
	char *name = field_copy(r, row, ROSTER_NAME);

	if (*name == '\0') {
		char *first = field_copy(r, row, ROSTER_FIRST);
		char *last = field_copy(r, row, ROSTER_LAST);

		free(name);
		name = text_new("%s%s%s", first, *first != '\0' && *last != '\0' ? " " : "", last);
		free(first);
		free(last);
	}
	return name;
}

/* Moodle's as the kit writes times; "-" of who sent nothing, and another language's, tell nothing. */
static char *submitted_copy(const Reading *r, int row)
{
	char *text = field_copy(r, row, ROSTER_SUBMITTED), when[MOODLE_TIME_SIZE];

	if (!r->columns.is_moodle)
		return text;
	if (!moodle_time_read(text, when))
		*when = '\0';
	free(text);
	return text_new("%s", when);
}

static void also_read(const Reading *r, int row, RosterStudent *s)
{
	const char *own = roster_participant(s->id);
	int count = 0;

	if (own)
		s->also[count++] = text_new("%s", own);
	for (int i = 0; i < r->columns.also_count; i++) {
		char *text = cell_copy(r, row, r->columns.also[i]);
		const char *number = roster_participant(text);

		if (*text != '\0' && strcmp(text, s->id) != 0 && count + 1 < ROSTER_ALSO_MOST)
			s->also[count++] = text_new("%s", !number ? text : number);
		free(text);
	}
}

/* Accounts of GitHub have no more than a login, or an address that the teacher entered. */
static void github_fill(RosterStudent *s)
{
	if (*s->id == '\0' && s->also[0]) {
		free(s->id);
		s->id = text_new("%s", s->also[0]);
	}
	if (*s->email == '\0' && strchr(s->id, '@')) {
		free(s->email);
		s->email = text_new("%s", s->id);
	}
	if (*s->name == '\0') {
		free(s->name);
		s->name = text_new("%s", s->id);
	}
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

/* --- rows that are no students ---------------------------------------------------------------- */

static bool has_text(const Reading *r, int row, const char *text)
{
	for (int i = 0; i < r->csv.rows[row].count; i++)
		if (strcasestr(csv_cell(&r->csv, row, i), text))
			return true;
	return false;
}

/* The student that Canvas makes for trying things out. */
static bool is_test_student(const Reading *r, int row)
{
	const char *name = csv_cell(&r->csv, row, r->columns.of[ROSTER_NAME]);

	return r->columns.is_canvas &&
	       (strcasecmp(name, "Student, Test") == 0 || strcasecmp(name, "Test Student") == 0);
}

/* Canvas's rows below the headings. */
static bool is_of_canvas(const Reading *r, int row)
{
	const char *name = csv_cell(&r->csv, row, r->columns.of[ROSTER_NAME]);

	if (!r->columns.is_canvas)
		return false;
	return strcasestr(name, "Points Possible") ||
	       (name[strspn(name, " ")] == '\0' && has_text(r, row, "Manual Posting"));
}

static bool is_staff(const Reading *r, int row)
{
	static const char *const staff[] = {"instructor", "ta",       "hta",   "teacher",
					    "reader",     "observer", "owner", "Trainer/in"};
	char *role = field_copy(r, row, ROSTER_ROLE);
	bool is = false;

	for (size_t i = 0; i < sizeof staff / sizeof *staff; i++)
		is |= strcasecmp(role, staff[i]) == 0;
	free(role);
	return is;
}

/* --- a student -------------------------------------------------------------------------------- */

static int student_read(const Reading *r, int row, Roster *roster)
{
	const CsvRow *cells = &r->csv.rows[row];
	RosterStudent *s = &roster->students[roster->count];

	if (cells->count > r->csv.rows[0].count)
		return line_refuse(r->path, cells->line, "%d cells, and %d headings", cells->count,
				   r->csv.rows[0].count);
	roster->count++;
	s->line = cells->line;
	s->id = field_copy(r, row, ROSTER_ID);
	s->name = name_copy(r, row);
	s->email = field_copy(r, row, ROSTER_EMAIL);
	s->section = field_copy(r, row, ROSTER_SECTION);
	s->folder = field_copy(r, row, ROSTER_FOLDER);
	s->submitted = submitted_copy(r, row);
	s->columns = columns_copy(r, row);
	also_read(r, row, s);
	if (r->columns.is_github)
		github_fill(s);
	if (*s->id == '\0')
		return line_refuse(r->path, s->line,
				   "no id in column \"%s\"; wanted one for each student, or "
				   "ROSTER_ID= with another column",
				   csv_cell(&r->csv, 0, r->columns.of[ROSTER_ID]));
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

int roster_read(Roster *roster, const char *path, const char *id)
{
	Reading r = {.path = path};
	int bad;

	*roster = (Roster){.students = NULL};
	if (csv_load(&r.csv, path) < 0)
		return -1;
	bad = roster_columns_find(&r.columns, &r.csv, path, id) < 0;
	roster->by_position = r.columns.by_position;
	roster->students = memory_new((size_t)r.csv.count * sizeof *roster->students);
	for (int i = 1; !bad && i < r.csv.count; i++) {
		if (is_test_student(&r, i))
			roster->test_line = r.csv.rows[i].line;
		else if (!row_is_empty(&r.csv.rows[i]) && !is_of_canvas(&r, i) && !is_staff(&r, i))
			bad = student_read(&r, i, roster) < 0;
	}
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
		for (int k = 0; k < ROSTER_ALSO_MOST; k++)
			free(s->also[k]);
	}
	free(roster->students);
	*roster = (Roster){.students = NULL};
}

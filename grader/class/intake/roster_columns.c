/* roster_columns.c - a table of headings; then what can be told of the cells. */
#include "grader/class/intake/roster_columns.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"

#define MOODLE_SUBMITTED        "lastmodified(submission)"
#define MOODLE_SUBMITTED_GERMAN "zuletztgeändert(abgabe)"

/* The accepted headings of each field; the first one in this list that the file has is used. */
static const char *const headings[ROSTER_FIELDS][8] = {
	[ROSTER_NAME] = {"name", "fullname", "student", "studentname", "vollständigername"},
	[ROSTER_FIRST] = {"first", "firstname", "givenname", "vorname"},
	[ROSTER_LAST] = {"last", "lastname", "surname", "familyname", "nachname", "familienname"},
	[ROSTER_EMAIL] = {"email", "emailaddress", "mail", "emailadresse"},
	[ROSTER_SECTION] = {"section", "group", "sections", "groups", "gruppe", "gruppen"},
	[ROSTER_FOLDER] = {"folder", "submission", "archive"},
	[ROSTER_SUBMITTED] = {"submitted", "submittedat", "submissiontime", MOODLE_SUBMITTED,
			      MOODLE_SUBMITTED_GERMAN},
	[ROSTER_ROLE] = {"role", "roles", "rolle", "rollen"},
};

/* What names a student, from the likeliest id to the unlikeliest. */
static const char *const ids[] = {
	"id",           "studentid",    "sisuserid", "idnumber",       "matriculationnumber",
	"sid",          "orgdefinedid", "idnummer",  "matrikelnummer", "identifier",
	"username",     "login",        "loginid",   "sisloginid",     "githubusername",
	"benutzername", "anmeldename",  "githubid",
};

enum { IDS = sizeof ids / sizeof *ids };

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

static int headings_differ(const Csv *csv, const char *path)
{
	const CsvRow *head = &csv->rows[0];

	for (int i = 0; i < head->count; i++)
		for (int k = 0; k < i; k++)
			if (head->cells[i].text[0] != '\0' &&
			    strcasecmp(head->cells[i].text, head->cells[k].text) == 0)
				return refuse("ROSTER=%s: line %d: two columns are called \"%s\"",
					      path, head->line, head->cells[i].text);
	return 0;
}

/* --- cells ------------------------------------------------------------------------------------ */

const char *roster_participant(const char *cell)
{
	size_t length = strlen(cell), digits = 0;

	while (digits < length && isdigit((unsigned char)cell[length - digits - 1]))
		digits++;
	if (digits == 0 ||
	    (strncasecmp(cell, "participant", 11) != 0 && strncasecmp(cell, "teilnehmer", 10) != 0))
		return NULL;
	return cell + length - digits;
}

static bool has_address(const char *cell)
{
	return strchr(cell, '@') != NULL;
}

static bool is_filled(const char *cell)
{
	return cell[strspn(cell, " \t")] != '\0' && !roster_participant(cell);
}

static bool is_participant(const char *cell)
{
	return roster_participant(cell) != NULL;
}

/* How many rows have such a cell in the column. */
static int cells_count(const Csv *csv, int column, bool (*is)(const char *cell))
{
	int count = 0;

	for (int row = 1; column >= 0 && row < csv->count; row++)
		count += is(csv_cell(csv, row, column));
	return count;
}

/* --- which is the id -------------------------------------------------------------------------- */

/* The column that was asked for by its heading, or its number. */
static int id_asked(const Csv *csv, const char *path, const char *id)
{
	char plain[64], known[300] = "", *end;
	int column = csv_column(csv, id);
	long number = strtol(id, &end, 10);

	heading_plain(plain, sizeof plain, id);
	if (column < 0)
		column = column_find(csv, plain);
	if (column < 0 && *end == '\0' && number >= 1 && number <= csv->rows[0].count)
		column = (int)number - 1;
	if (column >= 0)
		return column;
	for (int i = 0; i < csv->rows[0].count; i++) {
		size_t at = strlen(known);

		text_format(known + at, sizeof known - at, "%s%s", i > 0 ? ", " : "",
			    csv_cell(csv, 0, i));
	}
	return refuse("ROSTER_ID=%s: %s has no such column; expected one of: %s", id, path, known);
}

/* The first that says something; of those that are empty the first; then addresses. */
static int id_likeliest(const RosterColumns *c, const Csv *csv)
{
	int empty = -1, participants = -1;

	for (int i = 0; i < IDS; i++) {
		int column = column_find(csv, ids[i]);

		if (column < 0)
			continue;
		if (cells_count(csv, column, is_filled) > 0)
			return column;
		if (cells_count(csv, column, is_participant) > 0)
			participants = column;
		else if (empty < 0)
			empty = column;
	}
	if (cells_count(csv, c->of[ROSTER_EMAIL], has_address) > 0)
		return c->of[ROSTER_EMAIL];
	return participants >= 0 ? participants : empty;
}

static void also_find(RosterColumns *c, const Csv *csv)
{
	for (int i = 0; i < IDS && c->also_count < ROSTER_ALSO_MOST; i++) {
		int column = column_find(csv, ids[i]);

		if (column >= 0 && column != c->of[ROSTER_ID])
			c->also[c->also_count++] = column;
	}
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Moodle's order, where the language of the headings is not known: it is recognized by the addresses. */
static void positions_take(RosterColumns *c, const Csv *csv)
{
	int all = csv->count - 1, email = 2;

	while (email < csv->rows[0].count && cells_count(csv, email, has_address) < all)
		email++;
	if (all == 0 || email == csv->rows[0].count)
		return;
	c->by_position = true;
	c->of[ROSTER_FIRST] = 0;
	c->of[ROSTER_LAST] = 1;
	c->of[ROSTER_EMAIL] = email;
	if (c->of[ROSTER_ID] < 0)
		c->of[ROSTER_ID] = email > 2 && cells_count(csv, 2, is_filled) == all ? 2 : email;
	if (c->of[ROSTER_SECTION] < 0 && email == 2 && csv->rows[0].count == 4)
		c->of[ROSTER_SECTION] = 3;
}

static bool has_name(const RosterColumns *c)
{
	return c->of[ROSTER_NAME] >= 0 || c->of[ROSTER_FIRST] >= 0 || c->of[ROSTER_LAST] >= 0;
}

int roster_columns_find(RosterColumns *c, const Csv *csv, const char *path, const char *id)
{
	int line = csv->rows[0].line;

	*c = (RosterColumns){.also_count = 0};
	if (headings_differ(csv, path) < 0)
		return -1;
	for (int f = 0; f < ROSTER_FIELDS; f++) {
		c->of[f] = -1;
		for (int k = 0; headings[f][k] && c->of[f] < 0; k++)
			c->of[f] = column_find(csv, headings[f][k]);
	}
	c->is_moodle = c->of[ROSTER_SUBMITTED] >= 0 &&
		       (c->of[ROSTER_SUBMITTED] == column_find(csv, MOODLE_SUBMITTED) ||
			c->of[ROSTER_SUBMITTED] == column_find(csv, MOODLE_SUBMITTED_GERMAN));
	c->is_canvas = column_find(csv, "student") >= 0 && column_find(csv, "id") >= 0 &&
		       column_find(csv, "section") >= 0;
	c->is_github = column_find(csv, "githubusername") >= 0 || column_find(csv, "githubid") >= 0;
	if (id && (c->of[ROSTER_ID] = id_asked(csv, path, id)) < 0)
		return -1;
	if (!has_name(c) && !c->is_github)
		positions_take(c, csv);
	if (c->of[ROSTER_ID] < 0)
		c->of[ROSTER_ID] = id_likeliest(c, csv);
	if (c->of[ROSTER_ID] < 0)
		return refuse("ROSTER=%s: line %d: no column \"id\"; wanted id and name in the "
			      "first line, or ROSTER_ID= with the heading of the ids",
			      path, line);
	if (!has_name(c) && !c->is_github)
		return refuse("ROSTER=%s: line %d: no column \"name\"; wanted id and name (or "
			      "first and last) in the first line",
			      path, line);
	also_find(c, csv);
	return 0;
}

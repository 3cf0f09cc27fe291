/* canvas_columns.c - finds the columns of a gradebook that Canvas exported. */
#include "grader/export/formats/canvas.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"

static int columns_find(Sheet *sheet, const char *name)
{
	const Csv *csv = sheet->csv;
	Columns *c = &sheet->columns;

	*c = (Columns){.student = csv_column(csv, "Student"),
		       .id = csv_column(csv, "ID"),
		       .user = csv_column(csv, "SIS User ID"),
		       .login = csv_column(csv, "SIS Login ID"),
		       .section = csv_column(csv, "Section"),
		       .last = csv_column(csv, "LastName"),
		       .first_name = csv_column(csv, "FirstName")};
	if ((c->student < 0 && (c->last < 0 || c->first_name < 0)) || c->id < 0 || c->section < 0)
		return refuse("IN=%s: expected a gradebook exported from Canvas, with the "
			      "headings Student, ID and Section",
			      name);
	return 0;
}

/* "Lab 3 (12345)" -> the length of "Lab 3". */
static size_t title_length(const char *heading)
{
	size_t length = strlen(heading), digits;

	if (length == 0 || heading[length - 1] != ')')
		return length;
	for (digits = 0;
	     length >= digits + 2 && isdigit((unsigned char)heading[length - 2 - digits]);)
		digits++;
	if (digits == 0 || length < digits + 2 || heading[length - 2 - digits] != '(')
		return length;
	length -= digits + 2;
	while (length > 0 && heading[length - 1] == ' ')
		length--;
	return length;
}

static int heading_is(const char *heading, const char *title)
{
	size_t length = title_length(heading);

	return text_same(heading, title) ||
	       (strlen(title) == length && strncasecmp(heading, title, length) == 0);
}

/* Whether the heading is a lab's: "lab3_copies", "Lab 3", "Lab 3: copies (812)". */
static bool heading_is_lab(const char *heading, int number)
{
	char *end;

	if (strncasecmp(heading, "lab", 3) != 0)
		return false;
	heading += 3;
	heading += strspn(heading, " ");
	return isdigit((unsigned char)*heading) && strtol(heading, &end, 10) == number &&
	       !isalnum((unsigned char)*end) && *end != '.';
}

void target_add(Sheet *sheet, int column, const char *lab)
{
	sheet->targets = list_grown(sheet->targets, sheet->count, sizeof *sheet->targets);
	sheet->targets[sheet->count++] = (Target){column, lab, 0};
}

/* What Canvas computes of marks, and takes from no file. */
static bool is_sum(const char *heading)
{
	static const char *const sums[] = {"Current Score", "Final Score",    "Current Grade",
					   "Final Grade",   "Current Points", "Final Points"};

	for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
		if (strlen(heading) >= strlen(sums[i]) &&
		    strcmp(heading + strlen(heading) - strlen(sums[i]), sums[i]) == 0)
			return true;
	return false;
}

/* The headings after Section, to be shown to somebody who has to choose one. To be freed. */
static char *headings_list(const Sheet *sheet)
{
	char *text = text_new("%s", "");

	for (int i = sheet->columns.section + 1; i < sheet->csv->rows[0].count; i++) {
		if (is_sum(csv_cell(sheet->csv, 0, i)))
			continue;
		char *clean = clean_copy(csv_cell(sheet->csv, 0, i));
		char *more = text_new("%s%s\"%.60s\"", text, *text ? ", " : "", clean);

		free(clean);
		free(text);
		text = more;
		if (strlen(text) > 400)
			break;
	}
	return text;
}

static int target_of_total(Sheet *sheet, const Job *job)
{
	const char *wanted = job_column(job);

	for (int i = sheet->columns.section + 1; i < sheet->csv->rows[0].count; i++)
		if (heading_is(csv_cell(sheet->csv, 0, i), wanted))
			target_add(sheet, i, NULL);
	if (sheet->count == 1)
		return 0;
	char *list = headings_list(sheet);

	if (!job->grade_column)
		refuse("IN=%s: %s column has the title %s; GRADE_COLUMN= says which it is: "
		       "expected one of %s",
		       job->in_name, sheet->count == 0 ? "no" : "more than one", wanted, list);
	else
		refuse("GRADE_COLUMN=%s: %s column of IN=%s has this title; expected one of %s",
		       wanted, sheet->count == 0 ? "no" : "more than one", job->in_name, list);
	free(list);
	return -1;
}

static int targets_of_labs(Sheet *sheet, const Job *job)
{
	const Record *whole = records_whole(job->list);

	for (int k = 0; k < whole->lab_count; k++) {
		const char *lab = whole->labs[k].name;
		int found = 0;

		for (int i = sheet->columns.section + 1; i < sheet->csv->rows[0].count; i++) {
			const char *heading = csv_cell(sheet->csv, 0, i);

			if (!heading_is(heading, lab) &&
			    !heading_is_lab(heading, record_lab_number(lab)))
				continue;
			if (found++)
				return refuse("COLUMNS=labs: more than one column of IN=%s "
					      "is %s's; expected one",
					      job->in_name, lab);
			target_add(sheet, i, lab);
		}
		if (!found)
			remark("%s: no column of IN=%s is this lab's; left out", lab, job->in_name);
	}
	if (sheet->count > 0)
		return 0;
	char *list = headings_list(sheet);

	refuse("COLUMNS=labs: IN=%s has no column of a lab (\"Lab 3\"); it has %s", job->in_name,
	       list);
	free(list);
	return -1;
}

/* Whether the row belongs to no student: the points possible, and the notes on muting and
 * posting. */
static bool row_is_about_columns(const Csv *csv, int row)
{
	if (strstr(csv_cell(csv, row, 0), "Points Possible"))
		return true;
	for (int i = 0; i < csv->rows[row].count; i++) {
		const char *text = csv_cell(csv, row, i);

		text += strspn(text, " ");
		if (*text != '\0' && strncasecmp(text, "Manual Posting", 14) != 0 &&
		    strncasecmp(text, "Muted", 5) != 0)
			return false;
	}
	return true;
}

static void possible_read(Sheet *sheet)
{
	const Csv *csv = sheet->csv;

	for (sheet->first = 1; sheet->first < csv->count; sheet->first++) {
		if (!row_is_about_columns(csv, sheet->first))
			break;
		if (!strstr(csv_cell(csv, sheet->first, 0), "Points Possible"))
			continue;
		for (int i = 0; i < sheet->count; i++) {
			char *text = text_new(
				"%s", csv_cell(csv, sheet->first, sheet->targets[i].column));

			for (char *c = text; *c != '\0'; c++)
				*c = *c == ',' ? '.' : *c;
			sheet->targets[i].possible = strtod(text, NULL);
			free(text);
		}
	}
}

int sheet_find(Sheet *sheet, const Job *job)
{
	if (columns_find(sheet, job->in_name) < 0 ||
	    (job->by_lab ? targets_of_labs(sheet, job) : target_of_total(sheet, job)) < 0)
		return -1;
	possible_read(sheet);
	return 0;
}

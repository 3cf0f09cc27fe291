/* canvas.c - the CSV that Canvas's gradebook exports and imports.
 * https://community.canvaslms.com (importing grades), and the importer itself:
 * https://github.com/instructure/canvas-lms (lib/gradebook_importer.rb, lib/gradebook_exporter.rb)
 *
 * The first columns say who a row is: Student (or LastName, FirstName), ID, perhaps SIS User ID,
 * SIS Login ID, Section; the others are assignments, "Title (number)". A row whose first cell
 * contains "Points Possible" holds the points that an assignment has; marks are scaled to them.
 * Rows for which "EX" (excused) or "N/A" (not this student's) stands stay so. An empty cell would
 * delete a mark in Canvas, so a cell is either filled or left as it was. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "format.h"
#include "pair.h"
#include "text.h"

typedef struct Columns {
	int student, id, user, login, section; /* -1 when there is none */
	int last, first_name;                  /* instead of `student` */
} Columns;

/* An assignment's column and what goes there: a lab, or the total when `lab` is NULL. */
typedef struct Target {
	int column;
	const char *lab;
	double possible; /* 0: the file does not say */
} Target;

typedef struct Sheet {
	Csv *csv;
	Columns columns;
	Target *targets;
	int count;
	int first; /* row of the first student */
} Sheet;

/* --- who a row is ------------------------------------------------------------------------------
 */

/* A roster that came from Canvas has its columns: then equal headings mean equal things. */
static int like_named(const Csv *csv, int row, const Paper *paper, int column)
{
	if (column < 0 || *paper_column(paper, "SIS Login ID") == '\0')
		return 0;
	return text_same(csv_cell(csv, row, column), paper_column(paper, csv_cell(csv, 0, column)));
}

static int by_id(const Csv *csv, int row, const Paper *paper, const void *what)
{
	const Columns *c = what;

	return like_named(csv, row, paper, c->id);
}

static int by_user(const Csv *csv, int row, const Paper *paper, const void *what)
{
	const Columns *c = what;

	return like_named(csv, row, paper, c->user) ||
	       text_same(csv_cell(csv, row, c->user), paper->id);
}

static int by_login(const Csv *csv, int row, const Paper *paper, const void *what)
{
	const Columns *c = what;
	const char *login = csv_cell(csv, row, c->login);

	return like_named(csv, row, paper, c->login) || text_same(login, paper->id) ||
	       text_same(login, paper->email) || text_same(login, paper_column(paper, "login"));
}

static int by_name(const Csv *csv, int row, const Paper *paper, const void *what)
{
	const Columns *c = what;
	const char *login = csv_cell(csv, row, c->login);

	/* two students of one name: their addresses tell them apart */
	if (strchr(login, '@') != NULL && strchr(paper->email, '@') != NULL &&
	    !text_same(login, paper->email))
		return 0;
	if (c->student >= 0)
		return name_same(csv_cell(csv, row, c->student), paper->name);
	char *whole =
		text_new("%s %s", csv_cell(csv, row, c->first_name), csv_cell(csv, row, c->last));
	int same = name_same(whole, paper->name);

	free(whole);
	return same;
}

/* Canvas's own number could be another's number at the institute: only together with the name. */
static int by_id_and_name(const Csv *csv, int row, const Paper *paper, const void *what)
{
	const Columns *c = what;

	return text_same(csv_cell(csv, row, c->id), paper->id) && by_name(csv, row, paper, what);
}

static const PairStep steps[] = {by_id, by_user, by_login, by_id_and_name, by_name, NULL};

/* --- the file that Canvas exported --------------------------------------------------------------
 */

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
		return export_refuse("IN=%s: expected a gradebook exported from Canvas, with the "
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
static int heading_is_lab(const char *heading, int number)
{
	char *end;

	if (strncasecmp(heading, "lab", 3) != 0)
		return 0;
	heading += 3;
	heading += strspn(heading, " ");
	return isdigit((unsigned char)*heading) && strtol(heading, &end, 10) == number &&
	       !isalnum((unsigned char)*end) && *end != '.';
}

static void target_add(Sheet *sheet, int column, const char *lab)
{
	sheet->targets = list_grown(sheet->targets, sheet->count, sizeof *sheet->targets);
	sheet->targets[sheet->count++] = (Target){column, lab, 0};
}

/* The headings after Section, to be shown to somebody who has to choose one. To be freed. */
static char *headings_list(const Sheet *sheet)
{
	char *text = text_new("%s", "");

	for (int i = sheet->columns.section + 1; i < sheet->csv->rows[0].count; i++) {
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
	const char *wanted = job->assignment == NULL ? "usegpu" : job->assignment;

	for (int i = sheet->columns.section + 1; i < sheet->csv->rows[0].count; i++)
		if (heading_is(csv_cell(sheet->csv, 0, i), wanted))
			target_add(sheet, i, NULL);
	if (sheet->count == 1)
		return 0;
	char *list = headings_list(sheet);

	export_refuse("ASSIGNMENT=%s: %s column of IN=%s has this title; expected one of %s",
		      wanted, sheet->count == 0 ? "no" : "more than one", job->in_name, list);
	free(list);
	return -1;
}

static int targets_of_labs(Sheet *sheet, const Job *job, const Paper *whole)
{
	for (int k = 0; k < whole->lab_count; k++) {
		const char *lab = whole->labs[k].name;
		int found = 0;

		for (int i = sheet->columns.section + 1; i < sheet->csv->rows[0].count; i++) {
			const char *heading = csv_cell(sheet->csv, 0, i);

			if (!heading_is(heading, lab) && !heading_is_lab(heading, lab_number(lab)))
				continue;
			if (found++)
				return export_refuse("COLUMNS=labs: more than one column of IN=%s "
						     "is %s's; expected one",
						     job->in_name, lab);
			target_add(sheet, i, lab);
		}
		if (!found)
			export_tell("%s: no column of IN=%s is this lab's; left out", lab,
				    job->in_name);
	}
	if (sheet->count > 0)
		return 0;
	char *list = headings_list(sheet);

	export_refuse("COLUMNS=labs: IN=%s has no column of a lab (\"Lab 3\"); it has %s",
		      job->in_name, list);
	free(list);
	return -1;
}

/* Whether the row is none of a student's: the points possible, and what is muted or posted by hand.
 */
static int row_is_about_columns(const Csv *csv, int row)
{
	if (strstr(csv_cell(csv, row, 0), "Points Possible") != NULL)
		return 1;
	for (int i = 0; i < csv->rows[row].count; i++) {
		const char *text = csv_cell(csv, row, i);

		text += strspn(text, " ");
		if (*text != '\0' && strncasecmp(text, "Manual Posting", 14) != 0 &&
		    strncasecmp(text, "Muted", 5) != 0)
			return 0;
	}
	return 1;
}

static void possible_read(Sheet *sheet)
{
	const Csv *csv = sheet->csv;

	for (sheet->first = 1; sheet->first < csv->count; sheet->first++) {
		if (!row_is_about_columns(csv, sheet->first))
			break;
		if (strstr(csv_cell(csv, sheet->first, 0), "Points Possible") == NULL)
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

/* What a paper has for this column; 0 when it has nothing. */
static int target_mark(const Job *job, const Paper *paper, const Target *target, double *mark)
{
	const PaperLab *lab;

	if (target->lab == NULL)
		return job_mark(job, paper,
				target->possible > 0 ? target->possible : paper_full(paper), mark);
	lab = paper_lab(paper, target->lab);
	if (lab == NULL || !(lab->max_score > 0)) {
		if (strcmp(paper->status, "absent") == 0 && job->absent_zero)
			return *mark = 0, 1;
		return 0;
	}
	*mark = lab_mark(lab,
			 target->possible > 0 ? target->possible : lab->max_score + lab->unjudged);
	return 1;
}

/* Returns how many of the row's cells were filled. */
static int row_fill(Sheet *sheet, const Job *job, int row, const Paper *paper)
{
	int filled = 0;
	double mark;

	if (sheet->targets[0].lab != NULL && paper_refusal(paper) != NULL &&
	    !job_mark(job, paper, 1, &mark))
		return 0;
	for (int i = 0; i < sheet->count; i++) {
		const Target *target = &sheet->targets[i];
		const char *old = csv_cell(sheet->csv, row, target->column);
		char number[NUMBER_SIZE];

		if (text_same(old, "EX") || text_same(old, "N/A")) {
			export_tell("%s (%s): %s stands in Canvas; left as it was", paper->name,
				    paper->id, text_same(old, "EX") ? "EX (excused)" : "N/A");
			continue;
		}
		if (!target_mark(job, paper, target, &mark))
			continue;
		csv_set(sheet->csv, row, target->column, number_text(number, mark));
		filled++;
	}
	return filled;
}

static const Paper *paper_with_labs(const PaperList *list)
{
	const Paper *best = &list->papers[0];

	for (int i = 1; i < list->count; i++)
		if (list->papers[i].lab_count > best->lab_count)
			best = &list->papers[i];
	return best;
}

static void sheet_fill(Sheet *sheet, const Job *job)
{
	Pair pair;
	int rows = 0;

	pair_make(&pair, sheet->csv, sheet->first, job->list, steps, &sheet->columns);
	pair_tell(&pair, sheet->csv, sheet->first, 0, job->list);
	for (int row = sheet->first; row < sheet->csv->count; row++)
		if (pair.paper_of[row] >= 0)
			rows += row_fill(sheet, job, row, &job->list->papers[pair.paper_of[row]]) >
				0;
	export_tell("%d of %d rows filled in", rows, sheet->csv->count - sheet->first);
	pair_release(&pair);
}

static int sheet_write(FILE *out, const Job *job)
{
	Csv csv;
	Sheet sheet = {.csv = &csv};

	if (csv_load(&csv, job->in_name) < 0)
		return -1;
	int bad = columns_find(&sheet, job->in_name) < 0 ||
		  (job->by_lab ? targets_of_labs(&sheet, job, paper_with_labs(job->list))
			       : target_of_total(&sheet, job)) < 0;

	if (!bad) {
		possible_read(&sheet);
		sheet_fill(&sheet, job);
		csv_write(&csv, out);
	}
	free(sheet.targets);
	csv_release(&csv);
	return bad ? -1 : 0;
}

/* --- a file of our own: the columns that Canvas matches by ---------------------------------------
 */

/* Canvas does the same, so that a spreadsheet shows the name and runs nothing. */
static void student_cell(FILE *out, const char *name)
{
	char *cell = *name == '=' ? text_new("=\"%s\"", name) : text_new("%s", name);

	csv_cell_write(out, cell, ',');
	free(cell);
}

static void who_write(FILE *out, const Paper *paper)
{
	int canvas = *paper_column(paper, "SIS Login ID") != '\0';
	const char *user = canvas ? paper_column(paper, "SIS User ID") : paper->id;
	const char *login =
		canvas ? paper_column(paper, "SIS Login ID") : paper_column(paper, "login");

	student_cell(out, paper->name);
	fputc(',', out);
	csv_cell_write(out, canvas ? paper_column(paper, "ID") : "", ',');
	fputc(',', out);
	csv_cell_write(out, user, ',');
	fputc(',', out);
	csv_cell_write(out, *login != '\0' ? login : paper->email, ',');
	fputc(',', out);
	csv_cell_write(out, paper->section, ',');
}

static double lab_most(const PaperList *list, const char *name)
{
	double most = 0;

	for (int i = 0; i < list->count; i++) {
		const PaperLab *lab = paper_lab(&list->papers[i], name);

		if (lab != NULL && lab->max_score + lab->unjudged > most)
			most = lab->max_score + lab->unjudged;
	}
	return most;
}

static double total_most(const PaperList *list)
{
	double most = 0;

	for (int i = 0; i < list->count; i++)
		if (paper_full(&list->papers[i]) > most)
			most = paper_full(&list->papers[i]);
	return most;
}

/* The same targets as in a file of Canvas's, in columns that are counted from Section. */
static void own_targets(Sheet *sheet, const Job *job)
{
	const Paper *whole = paper_with_labs(job->list);

	if (!job->by_lab) {
		target_add(sheet, 0, NULL);
		sheet->targets[0].possible = total_most(job->list);
		return;
	}
	for (int i = 0; i < whole->lab_count; i++) {
		target_add(sheet, i, whole->labs[i].name);
		sheet->targets[i].possible = lab_most(job->list, whole->labs[i].name);
	}
}

static void own_head(FILE *out, const Sheet *sheet, const Job *job)
{
	char number[NUMBER_SIZE];

	fputs("Student,ID,SIS User ID,SIS Login ID,Section", out);
	for (int i = 0; i < sheet->count; i++) {
		fputc(',', out);
		csv_cell_write(out,
			       sheet->targets[i].lab != NULL ? sheet->targets[i].lab
			       : job->assignment != NULL     ? job->assignment
							     : "usegpu",
			       ',');
	}
	fputs("\n    Points Possible,,,,", out);
	for (int i = 0; i < sheet->count; i++)
		fprintf(out, ",%s", number_text(number, sheet->targets[i].possible));
	fputc('\n', out);
}

static void own_row(FILE *out, const Sheet *sheet, const Job *job, const Paper *paper)
{
	char number[NUMBER_SIZE];
	double mark;

	/* an empty cell would delete a mark, a row that is not there does not */
	if (!job_mark(job, paper, 1, &mark))
		return;
	for (int i = 0; i < sheet->count; i++) {
		if (sheet->targets[i].lab == NULL ||
		    target_mark(job, paper, &sheet->targets[i], &mark))
			continue;
		export_tell("%s (%s): nothing of %s was judged; not exported", paper->name,
			    paper->id, sheet->targets[i].lab);
		return;
	}
	who_write(out, paper);
	for (int i = 0; i < sheet->count; i++) {
		fputc(',', out);
		if (target_mark(job, paper, &sheet->targets[i], &mark))
			fputs(number_text(number, mark), out);
	}
	fputc('\n', out);
}

int canvas_write(FILE *out, const Job *job)
{
	Sheet sheet = {.csv = NULL};

	if (job->list->count == 0)
		return export_refuse("the gradebook has no students; expected a graded class");
	if (job->in_name != NULL)
		return sheet_write(out, job);
	own_targets(&sheet, job);
	own_head(out, &sheet, job);
	for (int i = 0; i < job->list->count; i++)
		own_row(out, &sheet, job, &job->list->papers[i]);
	free(sheet.targets);
	return 0;
}

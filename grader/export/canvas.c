/* canvas.c - the CSV that Canvas's gradebook exports and imports.
 * https://community.canvaslms.com (importing grades), and the importer itself:
 * https://github.com/instructure/canvas-lms (lib/gradebook_importer.rb, lib/gradebook_exporter.rb)
 *
 * The first columns say who a row is: Student (or LastName, FirstName), ID, perhaps SIS User ID,
 * SIS Login ID, Section; the others are assignments, "Title (number)". A row whose first cell
 * contains "Points Possible" holds the points that an assignment has; marks are scaled to them.
 * Rows for which "EX" (excused) or "N/A" (not this student's) stands stay so. An empty cell would
 * delete a mark in Canvas, so a cell is either filled or left as it was. */
#include <stdlib.h>
#include <string.h>

#include "canvas.h"
#include "refuse.h"
#include "text.h"

/* What a paper has for this column; 0 when it has nothing. */
static int target_mark(const Job *job, const Paper *paper, const Target *target, double *mark)
{
	const PaperLab *lab;

	if (target->lab == NULL)
		return job_mark(job, paper,
				target->possible > 0 ? target->possible : paper->class_full, mark);
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
			remark("%s (%s): %s stands in Canvas; left as it was", paper->name,
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

static void sheet_fill(Sheet *sheet, const Job *job)
{
	Pair pair;
	int rows = 0;

	pair_make(&pair, sheet->csv, sheet->first, job->list, canvas_steps, &sheet->columns);
	pair_tell(&pair, sheet->csv, sheet->first, 0, job->list);
	for (int row = sheet->first; row < sheet->csv->count; row++)
		if (pair.paper_of[row] >= 0)
			rows += row_fill(sheet, job, row, &job->list->papers[pair.paper_of[row]]) >
				0;
	remark("%d of %d rows filled in", rows, sheet->csv->count - sheet->first);
	pair_release(&pair);
}

static int sheet_write(FILE *out, const Job *job)
{
	Csv csv = {.bytes = NULL};
	Sheet sheet = {.csv = &csv};

	if (csv_load(&csv, job->in_name) < 0)
		return -1;
	int rows = rows_trim(&csv), bad = sheet_find(&sheet, job);

	if (!bad) {
		sheet_fill(&sheet, job);
		csv_write(&csv, out);
	}
	free(sheet.targets);
	csv.count = rows;
	csv_release(&csv);
	return bad;
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

/* The same targets as in a file of Canvas's, in columns that are counted from Section. */
static void own_targets(Sheet *sheet, const Job *job)
{
	const Paper *whole = papers_whole(job->list);

	if (!job->by_lab) {
		target_add(sheet, 0, NULL);
		sheet->targets[0].possible = job->list->papers[0].class_full;
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
		remark("%s (%s): nothing of %s was judged; not exported", paper->name, paper->id,
		       sheet->targets[i].lab);
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
		return refuse("the gradebook has no students; expected a graded class");
	if (job->by_lab)
		labs_warn(job);
	if (job->in_name != NULL)
		return sheet_write(out, job);
	own_targets(&sheet, job);
	own_head(out, &sheet, job);
	for (int i = 0; i < job->list->count; i++)
		own_row(out, &sheet, job, &job->list->papers[i]);
	free(sheet.targets);
	return 0;
}

/* canvas.c - the CSV that Canvas's gradebook exports and imports.
 * https://community.canvaslms.com (importing grades), and the importer itself:
 * https://github.com/instructure/canvas-lms (lib/gradebook_importer.rb, lib/gradebook_exporter.rb)
 *
 * The first columns say who a row is: Student (or LastName, FirstName), ID, perhaps SIS User ID,
 * SIS Login ID, Section; the others are assignments, "Title (number)". A row whose first cell
 * contains "Points Possible" holds the points that an assignment has; marks are scaled to them.
 * Rows for which "EX" (excused) or "N/A" (not this student's) stands stay so. An empty cell would
 * delete a mark in Canvas, so a cell is either filled or left as it was. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/export/formats/canvas.h"

/* What a record has for this column; 0 when it has nothing. */
static int target_mark(const Job *job, const Record *record, const Target *target, double *mark)
{
	const RecordLab *lab;

	if (!target->lab)
		return job_mark(job, record,
				target->possible > 0 ? target->possible : record->class_full, mark);
	lab = record_lab(record, target->lab);
	if (!lab || !(lab->max_score > 0)) {
		if (strcmp(record->status, "absent") == 0 && job->absent_zero)
			return *mark = 0, 1;
		return 0;
	}
	*mark = lab_mark(lab,
			 target->possible > 0 ? target->possible : lab->max_score + lab->unjudged);
	return 1;
}

/* Returns how many of the row's cells were filled. */
static int row_fill(Sheet *sheet, const Job *job, int row, const Record *record)
{
	int filled = 0;
	double mark;

	if (sheet->targets[0].lab && record_refusal(record) && !job_mark(job, record, 1, &mark))
		return 0;
	for (int i = 0; i < sheet->count; i++) {
		const Target *target = &sheet->targets[i];
		const char *old = csv_cell(sheet->csv, row, target->column);
		char number[NUMBER_SIZE];

		if (text_same(old, "EX") || text_same(old, "N/A")) {
			remark("%s (%s): %s stands in Canvas; left as it was", record->name,
			       record->id, text_same(old, "EX") ? "EX (excused)" : "N/A");
			continue;
		}
		if (!target_mark(job, record, target, &mark))
			continue;
		csv_set(sheet->csv, row, target->column, number_text(number, mark));
		filled++;
	}
	return filled;
}

/* The student that Canvas makes for trying things out. */
static bool is_test_student(const Csv *csv, int row)
{
	return text_same(csv_cell(csv, row, 0), "Student, Test") ||
	       text_same(csv_cell(csv, row, 0), "Test Student");
}

static void sheet_fill(Sheet *sheet, const Job *job)
{
	Pair pair;
	int rows = 0, nobodies = 0;

	pair_make(&pair, sheet->csv, sheet->first, job->list, canvas_steps, &sheet->columns);
	for (int row = sheet->first; row < sheet->csv->count; row++) {
		if (pair.record_of[row] != PAIR_NONE || !is_test_student(sheet->csv, row))
			continue;
		pair.record_of[row] = PAIR_NOBODY;
		nobodies++;
		remark("line %d (%s): Canvas's test student; left alone",
		       sheet->csv->rows[row].line, csv_cell(sheet->csv, row, 0));
	}
	pair_tell(&pair, sheet->csv, sheet->first, 0, job->list);
	for (int row = sheet->first; row < sheet->csv->count; row++)
		if (pair.record_of[row] >= 0 && !job->list->records[pair.record_of[row]].is_apart)
			rows += row_fill(sheet, job, row,
					 &job->list->records[pair.record_of[row]]) > 0;
	remark("%d of %d rows filled in", rows, sheet->csv->count - sheet->first - nobodies);
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

/* --- a file of our own: the columns that Canvas matches by ------------------------------------ */

/* As ="...", so that a spreadsheet shows the text and runs nothing; in it quotes are doubled, as it would go on behind
 * the first. To be freed. */
static char *shown_text(const char *text)
{
	char *cell = memory_new(2 * strlen(text) + 4), *to = stpcpy(cell, "=\"");

	for (; *text != '\0'; text++) {
		if (*text == '"')
			*to++ = '"';
		*to++ = *text;
	}
	*to = '"';
	return cell;
}

/* Canvas does the same. */
static void shown_cell(FILE *out, const char *text)
{
	char *inert = text_inert(text);
	char *cell = text_is_formula(text) ? shown_text(inert) : text_new("%s", inert);

	csv_cell_write(out, cell, ',');
	free(cell);
	free(inert);
}

static void who_write(FILE *out, const Record *record)
{
	int canvas = *record_column(record, "SIS Login ID") != '\0';
	const char *user = canvas ? record_column(record, "SIS User ID") : record->id;
	const char *login =
		canvas ? record_column(record, "SIS Login ID") : record_column(record, "login");

	shown_cell(out, record->name);
	fputc(',', out);
	shown_cell(out, canvas ? record_column(record, "ID") : "");
	fputc(',', out);
	shown_cell(out, user);
	fputc(',', out);
	shown_cell(out, *login != '\0' ? login : record->email);
	fputc(',', out);
	shown_cell(out, record->section);
}

static double lab_most(const RecordList *list, const char *name)
{
	double most = 0;

	for (int i = 0; i < list->count; i++) {
		const RecordLab *lab = record_lab(&list->records[i], name);

		if (lab && lab->max_score + lab->unjudged > most)
			most = lab->max_score + lab->unjudged;
	}
	return most;
}

/* The same targets as in a file of Canvas's, in columns that are counted from Section. */
static void own_targets(Sheet *sheet, const Job *job)
{
	const Record *whole = records_whole(job->list);

	if (!job->by_lab) {
		target_add(sheet, 0, NULL);
		sheet->targets[0].possible = job->list->records[0].class_full;
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
		csv_cell_write(out, sheet->targets[i].lab ? sheet->targets[i].lab : job_column(job),
			       ',');
	}
	fputs("\n    Points Possible,,,,", out);
	for (int i = 0; i < sheet->count; i++)
		fprintf(out, ",%s", number_text(number, sheet->targets[i].possible));
	fputc('\n', out);
}

static void own_row(FILE *out, const Sheet *sheet, const Job *job, const Record *record)
{
	char number[NUMBER_SIZE];
	double mark;

	/* an empty cell would delete a mark, a row that is not there does not */
	if (!job_mark(job, record, 1, &mark))
		return;
	for (int i = 0; i < sheet->count; i++) {
		if (!sheet->targets[i].lab || target_mark(job, record, &sheet->targets[i], &mark))
			continue;
		remark("%s (%s): nothing of %s was judged; not exported", record->name, record->id,
		       sheet->targets[i].lab);
		return;
	}
	who_write(out, record);
	for (int i = 0; i < sheet->count; i++) {
		fputc(',', out);
		if (target_mark(job, record, &sheet->targets[i], &mark))
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
	if (job->in_name)
		return sheet_write(out, job);
	own_targets(&sheet, job);
	own_head(out, &sheet, job);
	for (int i = 0; i < job->list->count; i++)
		own_row(out, &sheet, job, &job->list->records[i]);
	free(sheet.targets);
	return 0;
}

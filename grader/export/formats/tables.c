/* tables.c - tables of a class that are made from nothing: nbgrader's columns, and a plain one.
 * https://github.com/jupyter/nbgrader (nbgrader/plugins/export.py) */
#include <stdlib.h>
#include <string.h>

#include "grader/export/formats/format.h"

static void number_cell(FILE *out, double number, char before)
{
	char text[NUMBER_SIZE];

	if (before != '\0')
		fputc(before, out);
	fputs(number_text(text, number), out);
}

/* --- nbgrader: a row for each student and assignment ------------------------------------------ */

static void nbgrader_row(FILE *out, const Record *record, const char *assignment, double raw,
			 double penalty, double score, double most)
{
	const char *last = record_column(record, "last name"),
		   *first = record_column(record, "first name");

	last = *last != '\0' ? last : record_column(record, "last_name");
	first = *first != '\0' ? first : record_column(record, "first_name");
	cell_text(out, assignment, '\0');
	fputs(",,", out); /* duedate and timestamp are the gradebook's */
	cell_text(out, record->id, ',');
	/* a name is not taken apart by guessing where its parts are */
	cell_text(out, *last != '\0' ? last : record->name, ',');
	cell_text(out, *last != '\0' ? first : "", ',');
	cell_text(out, record->email, ',');
	number_cell(out, raw, ',');
	number_cell(out, penalty, ',');
	number_cell(out, score, ',');
	number_cell(out, most, ',');
	fputc('\n', out);
}

/* nbgrader's score is what remains of the raw score after the penalty, so it must in each row. A total that
 * was set by hand is after lateness already; what was not judged is left out of both sides, as in the mark. */
static void nbgrader_total(FILE *out, const Record *record, const char *assignment, double mark)
{
	double full = record->class_full;
	double part = record->max_score > 0 ? full / record->max_score : 1;

	if (record->overridden || strcmp(record->status, "absent") == 0)
		nbgrader_row(out, record, assignment, mark, 0, mark, full);
	else
		nbgrader_row(out, record, assignment, record->score * part, record->penalty * part,
			     mark, full);
}

/* As nbgrader itself exports who sent nothing. */
static void nbgrader_absent(FILE *out, const Job *job, const Record *record)
{
	const Record *whole = records_whole(job->list);

	for (int k = 0; whole && k < whole->lab_count; k++)
		nbgrader_row(out, record, whole->labs[k].name, 0, 0, 0,
			     whole->labs[k].max_score + whole->labs[k].unjudged);
}

int nbgrader_write(FILE *out, const Job *given)
{
	/* who sent nothing has a 0 in nbgrader's own files */
	const Job zero = {.list = given->list,
			  .name = given->name,
			  .assignment = given->assignment,
			  .grade_column = given->grade_column,
			  .by_lab = given->by_lab,
			  .absent_zero = !given->absent_keep};
	const Job *job = &zero;
	const char *assignment = job_column(job);

	fputs("assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,"
	      "late_submission_penalty,score,max_score\n",
	      out);
	if (job->by_lab)
		labs_warn(job);
	for (int i = 0; i < job->list->count; i++) {
		const Record *record = &job->list->records[i];
		double full = record->class_full, mark;

		if (!job_mark(job, record, full, &mark))
			continue;
		if (!job->by_lab) {
			nbgrader_total(out, record, assignment, mark);
			continue;
		}
		if (strcmp(record->status, "absent") == 0) {
			nbgrader_absent(out, job, record);
			continue;
		}
		for (int k = 0; k < record->lab_count; k++) {
			const RecordLab *lab = &record->labs[k];
			double points = lab_mark(lab, lab->max_score + lab->unjudged);

			if (points >= 0)
				nbgrader_row(out, record, lab->name, lab->score, 0, points,
					     lab->max_score + lab->unjudged);
		}
	}
	return 0;
}

/* --- the plain table: a row for each student, also those without a mark ----------------------- */

int table_write(FILE *out, const Job *job)
{
	const Record *whole = records_whole(job->list);

	fputs("id,name,email,section,status", out);
	for (int i = 0; whole && i < whole->lab_count; i++)
		cell_text(out, whole->labs[i].name, ',');
	fputs(",score,max_score,unjudged,late_s,penalty,final\n", out);
	for (int i = 0; i < job->list->count; i++) {
		const Record *record = &job->list->records[i];
		int has_mark = !record_refusal(record);

		if (record->is_apart)
			continue;
		cell_text(out, record->id, '\0');
		cell_text(out, record->name, ',');
		cell_text(out, record->email, ',');
		cell_text(out, record->section, ',');
		cell_text(out,
			  has_mark || strcmp(record->status, "graded") != 0 ? record->status
									    : "failed",
			  ',');
		for (int k = 0; whole && k < whole->lab_count; k++) {
			const RecordLab *lab = record_lab(record, whole->labs[k].name);

			fputc(',', out);
			if (has_mark && lab && lab->max_score > 0)
				number_cell(out, lab->score, '\0');
		}
		if (has_mark) {
			number_cell(out, record->score, ',');
			number_cell(out, record->max_score, ',');
			number_cell(out, record->unjudged, ',');
			number_cell(out, record->late_s, ',');
			number_cell(out, record->penalty, ',');
			number_cell(out, record->final, ',');
		} else {
			fputs(",,,,,,", out);
		}
		fputc('\n', out);
	}
	return 0;
}

/* tables.c - tables of a class that are made from nothing: nbgrader's columns, and a plain one.
 * https://github.com/jupyter/nbgrader (nbgrader/plugins/export.py) */
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "text.h"

static void number_cell(FILE *out, double number, char before)
{
	char text[NUMBER_SIZE];

	if (before != '\0')
		fputc(before, out);
	fputs(number_text(text, number), out);
}

/* --- nbgrader: a row for each student and assignment ------------------------------------------ */

static void nbgrader_row(FILE *out, const Paper *paper, const char *assignment, double raw,
			 double penalty, double score, double most)
{
	const char *last = paper_column(paper, "last name"),
		   *first = paper_column(paper, "first name");

	last = *last != '\0' ? last : paper_column(paper, "last_name");
	first = *first != '\0' ? first : paper_column(paper, "first_name");
	cell_text(out, assignment, '\0');
	fputs(",,", out); /* duedate and timestamp are the gradebook's */
	cell_text(out, paper->id, ',');
	/* a name is not taken apart by guessing where its parts are */
	cell_text(out, *last != '\0' ? last : paper->name, ',');
	cell_text(out, *last != '\0' ? first : "", ',');
	cell_text(out, paper->email, ',');
	number_cell(out, raw, ',');
	number_cell(out, penalty, ',');
	number_cell(out, score, ',');
	number_cell(out, most, ',');
	fputc('\n', out);
}

int nbgrader_write(FILE *out, const Job *job)
{
	const char *assignment = job->assignment == NULL ? "usegpu" : job->assignment;

	fputs("assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,"
	      "late_submission_penalty,score,max_score\n",
	      out);
	if (job->by_lab)
		labs_warn(job);
	for (int i = 0; i < job->list->count; i++) {
		const Paper *paper = &job->list->papers[i];
		double full = paper->class_full, mark;

		if (!job_mark(job, paper, full, &mark))
			continue;
		if (!job->by_lab) {
			nbgrader_row(out, paper, assignment, paper->score, paper->penalty, mark,
				     full);
			continue;
		}
		for (int k = 0; k < paper->lab_count; k++) {
			const PaperLab *lab = &paper->labs[k];
			double points = lab_mark(lab, lab->max_score + lab->unjudged);

			if (points >= 0)
				nbgrader_row(out, paper, lab->name, lab->score, 0, points,
					     lab->max_score + lab->unjudged);
		}
	}
	return 0;
}

/* --- the plain table: a row for each student, also those without a mark ------------------------
 */

int table_write(FILE *out, const Job *job)
{
	const Paper *whole = papers_whole(job->list);

	fputs("id,name,email,section,status", out);
	for (int i = 0; whole != NULL && i < whole->lab_count; i++)
		cell_text(out, whole->labs[i].name, ',');
	fputs(",score,max_score,unjudged,late_s,penalty,final\n", out);
	for (int i = 0; i < job->list->count; i++) {
		const Paper *paper = &job->list->papers[i];
		int has_mark = paper_refusal(paper) == NULL;

		cell_text(out, paper->id, '\0');
		cell_text(out, paper->name, ',');
		cell_text(out, paper->email, ',');
		cell_text(out, paper->section, ',');
		cell_text(out,
			  has_mark || strcmp(paper->status, "graded") != 0 ? paper->status
									   : "failed",
			  ',');
		for (int k = 0; whole != NULL && k < whole->lab_count; k++) {
			const PaperLab *lab = paper_lab(paper, whole->labs[k].name);

			fputc(',', out);
			if (has_mark && lab != NULL && lab->max_score > 0)
				number_cell(out, lab->score, '\0');
		}
		if (has_mark) {
			number_cell(out, paper->score, ',');
			number_cell(out, paper->max_score, ',');
			number_cell(out, paper->unjudged, ',');
			number_cell(out, paper->late_s, ',');
			number_cell(out, paper->penalty, ',');
			number_cell(out, paper->final, ',');
		} else {
			fputs(",,,,,,", out);
		}
		fputc('\n', out);
	}
	return 0;
}

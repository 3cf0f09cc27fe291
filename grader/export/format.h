/* format.h - the formats that marks can be exported to: a table of writers. */
#ifndef FORMAT_H
#define FORMAT_H

#include <stdio.h>

#include "csv.h"
#include "paper.h"

/* Everything a writer may look at. A format of one submission has a list of one paper. */
typedef struct Job {
	const PaperList *list;
	const char *name;         /* of the submission or the class, cleaned */
	const char *in_name;      /* the file to fill in, as given; NULL: none */
	const char *assignment;   /* NULL: not given */
	const char *grade_column; /* heading, NULL: to be found */
	int by_lab;               /* COLUMNS=labs */
	int by_total;             /* COLUMNS=total */
	int absent_zero;          /* those who sent nothing get 0 */
} Job;

typedef enum FormatNeed { NEEDS_SUBMISSION, NEEDS_CLASS, NEEDS_CLASS_AND_IN } FormatNeed;

typedef struct Format {
	const char *name, *file, *what;
	FormatNeed need;
	int takes_failed; /* can say that the grader failed; else such a submission is refused */
	int (*write)(FILE *out, const Job *job); /* 0, or -1 with one line on stderr */
} Format;

extern const Format formats[];
extern const int format_count;

const Format *format_find(const char *name); /* NULL when there is none */

/* --- the writers, each in its file ----------------------------------------------------------- */
int gradescope_write(FILE *out, const Job *job);
int junit_write(FILE *out, const Job *job);
int autolab_write(FILE *out, const Job *job);
int prairielearn_write(FILE *out, const Job *job);
int check50_write(FILE *out, const Job *job);
int classroom_write(FILE *out, const Job *job);
int exercism_write(FILE *out, const Job *job);
int canvas_write(FILE *out, const Job *job);
int moodle_write(FILE *out, const Job *job);
int nbgrader_write(FILE *out, const Job *job);
int table_write(FILE *out, const Job *job);

/* --- what several writers need --------------------------------------------------------------- */

/* Writes the JSON value, gives it back, and ends the line; -1 with a line when `root` is NULL. */
int json_finish(FILE *out, json_t *root, size_t flags);

/* A list with an object for each check; without `all` for those only that were judged. */
typedef json_t *(*TestJson)(const Paper *paper, const PaperLab *lab, const PaperCheck *check);
json_t *json_tests(const Paper *paper, int all, TestJson test_json);

/* Points as a JSON number: an integer when they are whole. */
json_t *json_points(double points);

/* Why it has not passed: its message, or a word for its verdict. */
const char *check_reason(const PaperCheck *check);

/* What a student needs to know of a check, several lines; "" for one that passed. To be freed. */
char *check_story(const Paper *paper, const PaperLab *lab, const PaperCheck *check);

/* One line about what was not judged, "" when all was. To be freed. */
char *unjudged_story(const Paper *paper);

/* Whether the paper gets a mark in this job, and which (on a scale to `full`); 0 or 1. When not, it
 * is told on stderr, once a paper. */
int job_mark(const Job *job, const Paper *paper, double full, double *mark);

/* Tells on stderr, once, what of the total is not in columns of labs, if there is such a thing. */
void labs_warn(const Job *job);

/* A cell of a file that people open in a spreadsheet: text that it would take for a formula begins
 * with an apostrophe. */
void cell_text(FILE *out, const char *text, char before);

/* A value of the student's row in the roster, "" when there is none of that heading. */
const char *paper_column(const Paper *paper, const char *heading);

/* Whether two texts are the same without regard to the case of ASCII letters, spaces at the ends,
 * and more than one space; never for empty ones. */
int text_same(const char *a, const char *b);

/* Leaves out empty rows at the end, as spreadsheets make them: they are written again all the same.
 * Returns how many rows there were, to be put back into csv->count before csv_release. */
int rows_trim(Csv *csv);

#endif

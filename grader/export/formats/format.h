/* format.h - the formats that marks can be exported to: a table of writers.
 *
 * Theory of operation. A writer gets the records (record.h) in a Job and writes one file's text to
 * a memory stream; main.c makes a file of it when it succeeded. Formats that fill in a platform's
 * file pair its rows with students first (pair.h). It runs in the process of usegpu export. A
 * writer decides no mark: it uses record_mark() and job_mark(), never turns a failure of the grader
 * into a zero, and changes no cell that is not its own. */
#ifndef GRADER_EXPORT_FORMATS_FORMAT_H
#define GRADER_EXPORT_FORMATS_FORMAT_H

#include <stdbool.h>
#include <stdio.h>

#include "grader/base/csv.h"
#include "grader/export/record/record.h"

/* The input of a writer. A format of one submission has a list of one record. */
typedef struct Job {
	const RecordList *list;
	const char *name;         /* of the submission or the class, cleaned */
	const char *in_name;      /* the file to fill in, as given; NULL: none */
	const char *assignment;   /* NULL: not given */
	const char *grade_column; /* heading, NULL: to be found, or that of `assignment` */
	int by_lab;               /* COLUMNS=labs */
	int by_total;             /* COLUMNS=total */
	int absent_zero;          /* ABSENT=zero: students who sent nothing get 0 */
	int absent_keep;          /* ABSENT=keep: they stay without a mark, also where 0 is usual */
} Job;

typedef enum FormatNeed { NEEDS_SUBMISSION, NEEDS_CLASS, NEEDS_CLASS_AND_IN } FormatNeed;

typedef struct Format {
	const char *name, *file, *what;
	FormatNeed need;
	int takes_failed; /* can express that the grader failed; else such a record is refused */
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
int classroom50_write(FILE *out, const Job *job);
int exercism_write(FILE *out, const Job *job);
int submitty_write(FILE *out, const Job *job);
int canvas_write(FILE *out, const Job *job);
int moodle_write(FILE *out, const Job *job);
int nbgrader_write(FILE *out, const Job *job);
int table_write(FILE *out, const Job *job);

/* Of each student of the list Moodle's number of the participant, as the worksheet job->in_name has it, to
 * be freed; NULL stays where it has none. 0, or -1 with one line on stderr. */
int moodle_participants(const Job *job, char **numbers);

/* --- what several writers need --------------------------------------------------------------- */

/* Writes the JSON value, gives it back, and ends the line; -1 with a line when `root` is NULL. */
int json_finish(FILE *out, json_t *root, size_t flags);

/* Makes a list with an object for each check; without `all`, only for those that were judged. */
typedef json_t *(*TestJson)(const Record *record, const RecordLab *lab, const RecordCheck *check);
json_t *json_tests(const Record *record, int all, TestJson test_json);

/* Points as a JSON number: an integer when they are whole. */
json_t *json_points(double points);

/* Why it has not passed: its message, or a word for its verdict. */
const char *check_reason(const RecordCheck *check);

/* The feedback about a check, several lines; "" for one that passed. To be freed. */
char *check_story(const Record *record, const RecordLab *lab, const RecordCheck *check);

/* One line about what was not judged, "" when all was. To be freed. */
char *unjudged_story(const Record *record);

/* Whether the record gets a mark in this job, and which (on a scale to `full`); 0 or 1. When not,
 * it is told on stderr, once a record. */
int job_mark(const Job *job, const Record *record, double full, double *mark);

/* The title of the column that totals go to: GRADE_COLUMN=, else ASSIGNMENT=, else usegpu. */
const char *job_column(const Job *job);

/* Warns on stderr, once, if late rules or overrides of totals are missing in the labs' columns. */
void labs_warn(const Job *job);

/* Whether a spreadsheet that opens the text as a cell may take it for a formula, and run it. */
bool text_is_formula(const char *text);

/* The text with an apostrophe before what would be such a cell where cells are parted by a semicolon or a tab: quotes do
 * not help there, as the whole line is in another form. To be freed. */
char *text_inert(const char *text);

/* A cell of a file that people open in a spreadsheet: text that it would take for a formula begins
 * with an apostrophe. */
void cell_text(FILE *out, const char *text, char before);

/* A value of the student's row in the roster, "" when there is none of that heading. */
const char *record_column(const Record *record, const char *heading);

/* Whether two texts are the same without regard to the case of ASCII letters, spaces at the ends,
 * and more than one space; never for empty ones. */
int text_same(const char *a, const char *b);

/* Leaves out empty rows at the end, as spreadsheets make them: they are written again all the same.
 * Returns how many rows there were, to be put back into csv->count before csv_release. */
int rows_trim(Csv *csv);

#endif

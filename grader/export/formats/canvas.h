/* canvas.h - the columns of a file from Canvas's gradebook, and who its rows are. canvas.c tells of
 * the format. */
#ifndef GRADER_EXPORT_FORMATS_CANVAS_H
#define GRADER_EXPORT_FORMATS_CANVAS_H

#include "grader/export/formats/format.h"
#include "grader/export/formats/pair.h"

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

/* Finds the columns of the file that was read into sheet->csv, which of them marks go to, what
 * these are out of, and where the students begin. `targets` is to be freed in any case. 0, or -1
 * with one line on stderr. */
int sheet_find(Sheet *sheet, const Job *job);

/* Adds a column to the targets. */
void target_add(Sheet *sheet, int column, const char *lab);

/* How a row's student is found (pair.h); `what` is the sheet's columns. */
extern const PairStep canvas_steps[];

#endif

/* heat.h - the heat map: a row for each student, a column for each check, grouped by lab. */
#ifndef GRADER_REPORT_CLASS_HEAT_H
#define GRADER_REPORT_CLASS_HEAT_H

#include <stdio.h>

#include "grader/report/data/class_data.h"

typedef struct Heat {
	const ClassData *data;
	const Mark **column; /* one mark of each check, lab by lab, in the order of their numbers */
	int columns;
	const Mark **cell; /* of student i and column k: [i * columns + k]; NULL: none */
} Heat;

/* Of the whole class; to be released. */
void heat_make(Heat *heat, const ClassData *data);
void heat_release(Heat *heat);

/* The students as they are listed: by mark, the highest first and who has none last; or by name. To be freed. */
const Student **students_by_mark(const ClassData *data);
const Student **students_by_name(const ClassData *data);

/* A table of these students. `up` leads to the folder of class.html: "" or "../". */
void heat_table(FILE *out, const Heat *heat, const Student *const *rows, int count, const char *up);

/* What the signs mean. */
void heat_legend(FILE *out);

/* The student's name, as a link to the page if there is one. */
void student_name(FILE *out, const Student *student, const char *up);

#endif

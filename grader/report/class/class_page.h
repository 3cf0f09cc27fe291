/* class_page.h - the page of a class.
 *
 * Theory of operation. This room makes class.html from a gradebook: the distribution of marks, the
 * hardest checks and common mistakes, times, similar submissions, and every student. It runs in the
 * process of usegpu page, after a class run. Marks come from the gradebook's views; none is
 * decided here. Students' sources are compared by sim_c, which runs in the sandbox (similar.c). */
#ifndef GRADER_REPORT_CLASS_CLASS_PAGE_H
#define GRADER_REPORT_CLASS_CLASS_PAGE_H

#include <stdio.h>

#include "grader/report/data/class_data.h"

/* Writes class.html into the folder of the class (NULL: where the gradebook lies), and says so
 * unless `quiet`. `build` is where the kit is built, `kit` its folder. 0, or -1 with a line on
 * stderr. */
int class_report(const char *book, const char *folder, const char *build, const char *kit,
		 int quiet);

/* The sections of the page. */
void class_distribution(FILE *out, const ClassData *data);   /* class_numbers.c */
void class_labs(FILE *out, const ClassData *data);           /* class_numbers.c */
void class_times(FILE *out, const ClassData *data);          /* class_numbers.c */
void class_hardest(FILE *out, const ClassData *data);        /* class_checks.c */
void class_misconceptions(FILE *out, const ClassData *data); /* class_checks.c */
void class_similar(FILE *out, const ClassData *data, const char *build,
		   const char *kit); /* similar.c */

#endif

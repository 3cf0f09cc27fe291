/* class_page.h - the page of a class.
 *
 * Theory of operation. This room makes class.html from a gradebook: the distribution of marks, the
 * hardest checks and common mistakes, times, similar submissions, and every student. It runs in the
 * process of usegpu page, after a class run. Marks come from the gradebook's views; none is
 * decided here. Students' sources are compared with each other and with others (similar.h). */
#ifndef GRADER_REPORT_CLASS_CLASS_PAGE_H
#define GRADER_REPORT_CLASS_CLASS_PAGE_H

#include <stdio.h>

#include "grader/report/data/class_data.h"

typedef struct ClassAsked {
	const char *book;
	const char *folder;      /* of the class; NULL: where the gradebook lies */
	const char *build, *kit; /* where the kit is built, and its folder */
	const char *earlier,
		*public; /* folders to compare with, between commas; "none"; NULL: as last time */
	int quiet;       /* 1: do not print where the page is */
} ClassAsked;

/* Writes class.html into the folder of the class, and similar/ beside it. 0, or -1 with a line on stderr. */
int class_report(const ClassAsked *asked);

/* The sections of the page. */
void class_distribution(FILE *out, const ClassData *data);   /* class_numbers.c */
void class_labs(FILE *out, const ClassData *data);           /* class_numbers.c */
void class_times(FILE *out, const ClassData *data);          /* class_numbers.c */
void class_hardest(FILE *out, const ClassData *data);        /* class_checks.c */
void class_misconceptions(FILE *out, const ClassData *data); /* class_checks.c */

#endif

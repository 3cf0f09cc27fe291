/* class_page.h - the page of a class.
 *
 * Theory of operation. This room makes class.html from a gradebook: the distribution of marks, what the
 * last run changed, the checks by students, the hardest ones and why they failed, attempts and times,
 * similar submissions, and every student, on pages of their own where they are many. It runs in the
 * process of usegpu page, after a class run. Marks come from the gradebook's views; none is
 * decided here. Students' sources are compared with each other and with others (similar.h). */
#ifndef GRADER_REPORT_CLASS_CLASS_PAGE_H
#define GRADER_REPORT_CLASS_CLASS_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "grader/report/class/class_report.h"
#include "grader/report/class/heat.h"
#include "grader/report/data/class_data.h"

/* The folder beside it with the pages of a class that is too large for one. */
#define CLASS_PAGES "class-pages"
#define HEAT_FIRST  20 /* students who are on class.html itself then */

/* Where pages of the documentation are. */
typedef struct Docs {
	const char *build, *kit;
} Docs;

/* Writes where a page of docs/ is, "errors/memory.md#leak", as a link if it is there. */
void docs_link(FILE *out, const ClassData *data, const Docs *docs, const char *page);

/* Makes the pages of CLASS_PAGES anew. 0, or -1 with a line on stderr. */
int class_pages(const ClassData *data, const Heat *heat);

/* Whether the student's sandbox was not the full one. */
bool student_is_weaker(const Student *student);

/* A bar of three parts, each with its own look: who passed, who failed, and who has not begun. */
void class_stack(FILE *out, int passed, int failed, int todo);

/* The sections of the page, each in the file of its name. */
void class_distribution(FILE *out, const ClassData *data); /* class_numbers.c */
void class_times(FILE *out, const ClassData *data);        /* class_numbers.c */
void class_labs(FILE *out, const ClassData *data, const Heat *heat);
void class_changes(FILE *out, const ClassData *data);
void class_heat(FILE *out, const ClassData *data, const Heat *heat); /* class_students.c */
void class_hardest(FILE *out, const ClassData *data);                /* class_checks.c */
void class_causes(FILE *out, const ClassData *data, const Docs *docs);
void class_misconceptions(FILE *out, const ClassData *data); /* class_causes.c */
void class_attempts(FILE *out, const ClassData *data);
void class_students(FILE *out, const ClassData *data);

#endif

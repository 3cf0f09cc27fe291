/* class_page.h - the page of a class. */
#ifndef CLASS_PAGE_H
#define CLASS_PAGE_H

#include <stdio.h>

#include "class_data.h"

/* Writes class.html into the folder of the class (NULL: where the gradebook lies), and says so
 * unless `quiet`. `build` is where the kit is built, `kit` its folder. 0, or -1 with a line on
 * stderr. */
int class_report(const char *book, const char *folder, const char *build, const char *kit,
		 int quiet);

/* The parts of the page. */
void class_distribution(FILE *out, const ClassData *data);   /* class_numbers.c */
void class_labs(FILE *out, const ClassData *data);           /* class_numbers.c */
void class_times(FILE *out, const ClassData *data);          /* class_numbers.c */
void class_hardest(FILE *out, const ClassData *data);        /* class_checks.c */
void class_misconceptions(FILE *out, const ClassData *data); /* class_checks.c */
void class_similar(FILE *out, const ClassData *data, const char *build,
		   const char *kit); /* similar.c */

#endif

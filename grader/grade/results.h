/* results.h - results.json, the machine-readable end of a run. */
#ifndef GRADER_GRADE_RESULTS_H
#define GRADER_GRADE_RESULTS_H

#include <jansson.h>

#include "grader/grade/grade.h"

/* Writes BUILD/grade/PLACE/results.json: a temporary file, then a rename, so that readers
 * find the old results or the new ones, whole. Nothing in it depends on time, so two runs with one
 * seed give the same bytes. Returns its path, to be freed; NULL with a line on stderr. */
char *results_write(const Grade *grade);

/* The text itself, to be freed; NULL when there is no memory. */
char *results_text(const Grade *grade);

/* Writes the text and a newline to that file: a temporary file, then a rename. NULL is no text: out
 * of memory. 0, or -1 with a line on stderr. */
int results_put(const char *path, const char *text);

/* Removes that file from beside results.json: what an earlier grading left there would not fit the
 * new results. 0, also when there is none, or -1 with a line on stderr. */
int results_drop(const Options *options, const char *file);

/* One lab as results.json has it; to be released. */
json_t *results_lab(const LabResult *lab);

#endif

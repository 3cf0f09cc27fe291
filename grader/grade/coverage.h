/* coverage.h - coverage.json: the lines of each lab that no check reached (--coverage), for a page.
 *
 * Counted in a pass of its own, in which the file is compiled with gcc's counters and every check
 * runs once more (line_counts.h). The counters are written by the student's process and may say
 * anything, so nothing but a page ever looks at them: this pass writes no results. */
#ifndef GRADER_GRADE_COVERAGE_H
#define GRADER_GRADE_COVERAGE_H

#include "grader/grade/grade.h"

/* Writes coverage.json: {"schema": 1, "labs": [{"lab", "never": [LINES], "exercises": [{"function",
 * "lines", "reached", "never": [LINES]}], "unknown": [IDS]}]}. "never" are the lines of code that no check
 * reached. A run that crashed or was stopped leaves no counters: then nobody knows of the lines of its
 * exercise, which is left out, and its check is in "unknown". A lab that was not built is left out.
 * With --covered it is told too (coverage_told.h). 0, or -1 with a line on stderr. */
int coverage_write(const Grade *grade);

#endif

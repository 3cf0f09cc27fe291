/* coverage.h - coverage.json: the lines of each lab that no check reached (--coverage), for a page.
 *
 * Counted in a pass of its own, in which the file is compiled with gcc's counters and every check
 * runs once more (line_counts.h). The counters are written by the student's process and may say
 * anything, so nothing but a page ever looks at them: this pass writes no results. */
#ifndef GRADER_GRADE_COVERAGE_H
#define GRADER_GRADE_COVERAGE_H

#include "grader/grade/grade.h"

/* Writes coverage.json: {"schema": 1, "labs": [{"lab", "never": [LINES]}]}, the lines of code that
 * no check reached. A lab is left out if it was not built or a run of it left no counters, as one
 * that crashed: then nobody knows. 0, or -1 with a line on stderr. */
int coverage_write(const Grade *grade);

#endif

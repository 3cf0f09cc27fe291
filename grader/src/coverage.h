/* coverage.h - which lines of the student's file the checks reached, for a report.
 *
 * Counted in a pass of its own (--coverage), in which the file is compiled with gcc's counters and
 * every check runs once more. The counters are written by the student's process and may say
 * anything, so nothing but a page ever looks at them: this pass writes no results. */
#ifndef COVERAGE_H
#define COVERAGE_H

#include "grade.h"
#include "judge_state.h"

/* Names of the files that gcc and the program write, in place of LAB. */
#define COVERAGE_NOTES "%s.gcno"
#define COVERAGE_DATA  "%s.gcda"

/* Takes the counters of a run that is over from the folder that it wrote in, has gcov read them in
 * a sandbox, and notes the lines in judge->coverage. Uses child processes: the caller must have
 * none. */
void coverage_take(Judge *judge, int folder_fd);

/* Writes coverage.json: {"schema": 1, "labs": [{"lab", "never": [LINES]}]}, the lines of code that
 * no check reached. A lab is left out if it was not built or a run of it left no counters, as one
 * that crashed: then nobody knows. 0, or -1 with a line on stderr. */
int coverage_write(const Grade *grade);

#endif

/* coverage_told.h - coverage for who asked for it (--covered): in results.json, and in the terminal. */
#ifndef GRADER_GRADE_COVERAGE_TOLD_H
#define GRADER_GRADE_COVERAGE_TOLD_H

#include <jansson.h>

#include "grader/grade/grade.h"

/* `labs` is the list of coverage.json. Each check in results.json gets "coverage", as its exercise has it:
 * {"lines", "reached", "never"}; marks and verdicts stay as they are. Prints a line for each exercise
 * with a line that no check reached. 0, or -1 with a line on stderr. */
int coverage_tell(const Grade *grade, const json_t *labs);

#endif

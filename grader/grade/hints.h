/* hints.h - the ladder of hints of a check, climbed one step a call. */
#ifndef GRADER_GRADE_HINTS_H
#define GRADER_GRADE_HINTS_H

#include "grader/grade/grade.h"

/* Prints the next hint for the check that was asked for, else for the first that does not pass.
 * How far one has climbed is kept under the build folder. 0, or -1 with a line on stderr. */
int hint_give(const Options *options);

#endif

/* progress.h - what the student had reached when each lab was last checked.
 *
 * It lies in BUILD/progress/SUBMISSION/N, one file a lab, a line "3.1 pass" for each check, and is
 * for the student's eyes alone: no mark comes from it. */
#ifndef GRADER_GRADE_PROGRESS_H
#define GRADER_GRADE_PROGRESS_H

#include <stdbool.h>

#include "grader/grade/grade.h"

/* Keeps the verdicts of this run. Sets *gained to the points of the checks that pass now and did
 * not when they were last judged. Says on stderr when it cannot be kept; that is not an error. */
void progress_keep(const Options *options, const LabResult *lab, double *gained);

/* Whether the check passed when it was last judged. */
bool progress_has_passed(const Options *options, const LabChecks *lab, const char *id);

/* All labs at a glance: points, a bar, the next exercise to do. 0, or -1. */
int progress_print(const Options *options);

#endif

/* reference.h - timelines of the kit's own solutions, to lay beside a student's.
 *
 * {"schema": 1, "machine": "2xa100", "seed": 1, "checks": {"5.2": {"runs": [...], "timeline":
 *  [...]}}}, in details.json's form. A picture only: no verdict looks at it. It tells how long the
 * host was busy but not with which calls, nor in which lines, so that it can be given to students.
 */
#ifndef GRADER_REPORT_SUBMISSION_REFERENCE_H
#define GRADER_REPORT_SUBMISSION_REFERENCE_H

#include "grader/report/data/graded.h"

/* Makes such a file of what a grading of the solutions left in the folder. 0, or -1 with a line on
 * stderr. */
int reference_make(const char *folder, const char *file);

/* Finds the timelines that fit the results best: BUILD/report/reference/MACHINE-SEED.json, with a
 * `check` MACHINE-SEED-CHECK.json, else the ones that come with the kit
 * (KIT/grader/report/reference.json). NULL when there are none. */
json_t *reference_find(const char *build, const char *kit, const json_t *results,
		       const char *check);

#endif

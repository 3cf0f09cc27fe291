/* submission.h - report.html of one submission. */
#ifndef SUBMISSION_H
#define SUBMISSION_H

#include "graded.h"

/* Writes FOLDER/report.html from what a grading left there. `name` is whose it is; NULL: what
 * results.json says. 0, or -1 with a line on stderr. */
int submission_report(const char *folder, const Graded *graded, const char *name);

#endif

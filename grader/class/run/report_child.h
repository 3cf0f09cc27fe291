/* report_child.h - runs usegpu page for the pages of a class, and waits for child processes. */
#ifndef GRADER_CLASS_RUN_REPORT_CHILD_H
#define GRADER_CLASS_RUN_REPORT_CHILD_H

#include <sys/types.h>

#include "grader/class/run/job.h"

/* Makes report.html of the grading, if pages are wanted. Runs in the submission's own process. A
 * failure does not change the marks; it is noted in `why`. */
void report_submission_page(const Submission *submission, JobAnswer *answer);

/* Makes the class's own page, class.html, if pages are wanted. 0, or -1 after a line on stderr. */
int report_class_page(const Class *class);

/* Waits for the end of a child, and forwards to it the signal that asks us to end. Returns its
 * status as of waitpid(), -1 when it could not be started. */
int child_wait(pid_t child);

#endif

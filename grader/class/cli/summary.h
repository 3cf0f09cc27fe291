/* summary.h - what a class run prints. */
#ifndef GRADER_CLASS_CLI_SUMMARY_H
#define GRADER_CLASS_CLI_SUMMARY_H

#include "grader/class/cli/progress_bar.h"
#include "grader/class/run/class.h"

/* Printed before grading: entries that match no student, entries that are ignored, and how many
 * submissions are to be graded. */
void summary_begin(const Class *class);

/* Printed when a submission is done. */
void summary_submission(ProgressBar *bar, const Submission *submission);

/* Printed at the end: totals, what was not graded and why, how the time was spent; `seconds` is the
 * duration of the run. */
void summary_end(const Class *class, double seconds);

#endif

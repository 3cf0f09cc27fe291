/* submission_page.h - report.html of one submission.
 *
 * Theory of operation. This room lays out the page of a submission: a summary, then each lab with
 * its checks (check_section.h), the source with remarks, timelines beside those of the solutions
 * (reference.h), and the plots of timings (sweep.h, timing_section.h). It runs in the process of
 * usegpu page, after a grading. It shows verdicts and points as results.json has them and decides
 * none; gnuplot is given numbers only, never a submission's text. */
#ifndef GRADER_REPORT_SUBMISSION_SUBMISSION_PAGE_H
#define GRADER_REPORT_SUBMISSION_SUBMISSION_PAGE_H

#include "grader/report/data/graded.h"

/* Writes FOLDER/report.html from the files of a grading. `name` is the student's; NULL: the name in
 * results.json. 0, or -1 with a line on stderr. */
int submission_report(const char *folder, const Graded *graded, const char *name);

/* The same, with another path. With a head (graded->head) it is the page that goes back to the student: it
 * begins with the mark in the course's gradebook, and names no file beside it. */
int submission_page(const char *path, const Graded *graded, const char *name);

#endif

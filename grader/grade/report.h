/* report.h - what the student sees on the terminal. */
#ifndef GRADER_GRADE_REPORT_H
#define GRADER_GRADE_REPORT_H

#include "grader/grade/grade.h"

/* One lab: its heading and what the compiler said; then a line or more a check; then its end. */
void report_lab(const Options *options, const LabResult *lab);
void report_check(const Options *options, const LabResult *lab, const CheckResult *result);
void report_lab_end(const Options *options, const LabResult *lab);

/* The last lines of the run; `results` is the file that was written. */
void report_totals(const Grade *grade, const char *results);

#endif

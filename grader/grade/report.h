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

/* The message of a check as one line: the place comes first, it is what one looks for; a message that does not
 * say whose it is gets the function's name in front. Of a pass without one it is the title. */
#define REPORT_MESSAGE_MAX 640
void report_message(const Check *check, const Verdict *v, char *line, size_t size);

#endif

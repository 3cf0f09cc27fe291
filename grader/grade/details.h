/* details.h - details.json: what a reader of a report wants to see besides the marks. It holds real
 * times, so two gradings never have the same; the marks and their reasons stay in results.json.
 *
 * {"schema": 1, "times": {"compile_s", "check_s", "total_s"}, "changed": [],
 *  "labs": [{"lab", "file", "compile_s", "source", "diagnostics", "checks": [
 *    {"id", "function", "seconds", "output", "lines": null, "findings": [{"run", "kind", "message",
 *     "line"}], "runs": [{"run", "machine", "us", "values", "sizes"}], "timeline": [OPERATION] or
 *     null}]}]}
 *
 * An OPERATION is {"run", "kind", "gpu", "stream", "name", "start", "end", "line"}, in microseconds
 * since the window began; with "n" and "busy" it stands for n that lie too close together to be
 * seen apart. Calls have "waited" besides. All text is clean (text.h), but for the source, which
 * has its tabs and newlines. */
#ifndef GRADER_GRADE_DETAILS_H
#define GRADER_GRADE_DETAILS_H

#include "grader/grade/grade.h"

/* Writes BUILD/grade/PLACE/details.json, whole or not at all, if it is wanted; else removes
 * that of an earlier grading; `seconds` is what the grading took. 0, or -1 with a line on stderr.
 */
int details_write(const Grade *grade, double seconds);

/* The lab's source as it was compiled, with a 0 at its end: the copy, never the student's folder. To be
 * freed; NULL when it cannot be read. */
char *details_source(const Options *options, const LabChecks *lab);

#endif

/* details.h - details.json: what a reader of a report wants to see besides the marks. It holds real
 * times, so two gradings never have the same; the marks and their reasons stay in results.json.
 *
 * {"schema": 1, "times": {"compile_s", "check_s", "total_s"}, "changed": [],
 *  "labs": [{"lab", "compile_s", "source", "diagnostics", "checks": [
 *    {"id", "function", "seconds", "output", "lines": null, "findings": [{"run", "kind", "message",
 *     "line"}], "runs": [{"run", "machine", "us", "values", "sizes"}], "timeline": [OPERATION] or
 *     null}]}]}
 *
 * An OPERATION is {"run", "kind", "gpu", "stream", "name", "start", "end", "line"}, in microseconds
 * since the window began; with "n" and "busy" it stands for n that lie too close together to be
 * seen apart. Calls have "waited" besides. All text is clean (text.h), but for the source, which
 * has its tabs and newlines. */
#ifndef DETAILS_H
#define DETAILS_H

#include "grade.h"
#include "judge_state.h"

#define DETAILS_MAX (1 << 20) /* bytes of one check's part */

/* As text_clean(), but newlines and tabs stay. */
size_t details_clean(char *out, size_t size, const char *text, size_t count);

/* One check's part of it, as JSON text of less than DETAILS_MAX bytes, to be freed; NULL when there
 * is no memory. Called in the judge's process when the check is over; `seconds` is what it took. */
char *details_check(const Judge *judge, double seconds);

/* Writes BUILD/grade/PLACE/details.json, whole or not at all, if it is wanted; else removes
 * that of an earlier grading; `seconds` is what the grading took. 0, or -1 with a line on stderr.
 */
int details_write(const Grade *grade, double seconds);

#endif

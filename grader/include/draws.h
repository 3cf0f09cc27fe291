/* draws.h - what a judge draws, all from the check's seed, and memory and text of its own. Part of judge.h. */
#ifndef GRADER_INCLUDE_DRAWS_H
#define GRADER_INCLUDE_DRAWS_H

#include <stddef.h>
#include <stdint.h>

#include "grader/include/check.h"

/* A whole number in [least, most]. */
int64_t judge_between(Judge *j, int64_t least, int64_t most);

/* `count` numbers uniform in [low, high); memory of the judge. */
float *judge_uniform(Judge *j, int64_t count, double low, double high);

/* Zeroed memory that lives until the check is over. */
void *judge_memory(Judge *j, size_t bytes);

/* Text made like printf, in memory of the judge. */
const char *judge_text(Judge *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* "line 31", for a line of the lab's file; a message that has it stands at that line in the report.
 * "" when the line is not known: 0. */
const char *judge_line(Judge *j, int line);
/* The same with something before and after it, "" when the line is not known: " (", ")". */
const char *judge_line_in(Judge *j, const char *before, int line, const char *after);

#endif

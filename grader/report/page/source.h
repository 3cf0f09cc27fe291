/* source.h - a lab's source with line numbers and remarks about lines. */
#ifndef GRADER_REPORT_PAGE_SOURCE_H
#define GRADER_REPORT_PAGE_SOURCE_H

#include <jansson.h>
#include <stdio.h>

/* Writes the source of `lab` (details.json's object), if it has one. What is said comes from the
 * lab's checks in results.json, the findings, and the compiler's errors. `coverage` is the lab's
 * object in coverage.json, or NULL. */
void source_write(FILE *out, const json_t *lab, const json_t *checks, const json_t *coverage);

/* The line of "lab3_copies.c:31", 0 when it has none. */
int where_line(const char *where);

#endif

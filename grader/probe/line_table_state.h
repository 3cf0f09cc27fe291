/* line_table_state.h - what a line table is made of; for line_table.c and line_spans.c alone. */
#ifndef GRADER_PROBE_LINE_TABLE_STATE_H
#define GRADER_PROBE_LINE_TABLE_STATE_H

#include <stdint.h>

/* The code from `begin` on, so many bytes of it, is of that line. */
typedef struct LineSpan {
	uint64_t begin;
	uint32_t bytes;
	int32_t line; /* of the student's file; or one of these: */
} LineSpan;

#define LINE_ELSEWHERE 0 /* of another file, */
#define LINE_OF_HEADER (-1)

#define LINE_SPANS_MAX (1 << 18) /* the largest source has fewer statements */

/* In the process apart, whose files are the program; `about` is the name of the source. Answers
 * with LineSpans in the order of their begins. */
int line_spans_write(const int *files, int answer, const void *about);

#endif

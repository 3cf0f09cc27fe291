/* timeline_text.h - the timeline of a run as lines of text, for a terminal. */
#ifndef GRADER_REPORT_PAGE_TIMELINE_TEXT_H
#define GRADER_REPORT_PAGE_TIMELINE_TEXT_H

#include <jansson.h>
#include <stdio.h>

/* Prints a scale from 0 to `end` microseconds and below it a line for the host and for each stream,
 * of at most `width` columns. */
void timeline_text(FILE *out, const json_t *timeline, int run, double end, int width);

/* One line: what the characters stand for. */
void timeline_text_legend(FILE *out);

#endif

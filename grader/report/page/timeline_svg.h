/* timeline_svg.h - the timeline of a run as SVG: a lane for the host and one for each stream. */
#ifndef GRADER_REPORT_PAGE_TIMELINE_SVG_H
#define GRADER_REPORT_PAGE_TIMELINE_SVG_H

#include <jansson.h>
#include <stdio.h>

/* When the last operation of that run ends, in microseconds; 0 when the timeline has none. */
double picture_end(const json_t *timeline, int run);

/* How many operations of GPUs the run has. */
int picture_gpu_ops(const json_t *timeline, int run);

/* Draws the run, with the time from 0 to `end` over the whole width. `whose` names it: "yours". */
void picture_draw(FILE *out, const json_t *timeline, int run, double end, const char *whose);

/* The same in words: "host: 5 calls 31 µs; GPU 0: 2 kernels 310 µs ..." */
void picture_words(FILE *out, const json_t *timeline, int run);

/* "12.3 µs", "1.23 ms" */
const char *time_words(double us, char *text, size_t size);

#endif

/* timeline_svg.h - the timeline of a run as SVG: a lane for the host and one for each stream. */
#ifndef GRADER_REPORT_PAGE_TIMELINE_SVG_H
#define GRADER_REPORT_PAGE_TIMELINE_SVG_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

enum { COPY, FILL, KERNEL, CALL, WORK, CLOCK, KINDS };

#define LANES_MAX 24

/* A row of the picture: the host, or a stream. */
typedef struct Lane {
	int gpu; /* -1: the host */
	json_int_t stream;
	int number; /* of the stream among those of its GPU, from 0, the default stream too */
	int made;   /* the same among those that were made, from 0 */
	bool is_default;
	int several;
	int count[KINDS];
	double busy[KINDS], waited;
} Lane;

typedef struct Lanes {
	Lane lane[LANES_MAX];
	int count;
} Lanes;

/* Finds the lanes and what happened in each; host first, then GPU after GPU. */
void lanes_find(const json_t *timeline, int run, Lanes *lanes);

/* The lane of the operation, a new one if it has none yet; NULL: there are too many. */
Lane *lane_find(Lanes *lanes, const json_t *op);
void lane_name(FILE *out, const Lane *lane);

/* COPY, ..., or -1; and whether it is one of these, of that run. */
int op_kind(const json_t *op);
bool op_is_of(const json_t *op, int run);

/* The distance of ticks of which at most `most` fit up to `end`: 1, 2 or 5 times a power of ten. */
double axis_step(double end, double most);

/* When the last operation of that run ends, in microseconds; 0 when the timeline has none. */
double picture_end(const json_t *timeline, int run);

/* How many operations of GPUs the run has. */
int picture_gpu_ops(const json_t *timeline, int run);

/* Draws the run, with the time from 0 to `end` over the whole width. `whose` names it: "yours". */
void picture_draw(FILE *out, const json_t *timeline, int run, double end, const char *whose);

/* What the bars are. */
void picture_legend(FILE *out);

/* The same in words: "host: 5 calls 31 µs; GPU 0: 2 kernels 310 µs ..." */
void picture_words(FILE *out, const json_t *timeline, int run);

/* "12.3 µs", "1.23 ms" */
const char *time_words(double us, char *text, size_t size);

#endif

/* svg.h - the drawing of a timeline. */
#ifndef TRACE_SVG_H
#define TRACE_SVG_H

#include "framework/simcuda/trace/tracing.h"

/* Draws the lanes, which are sorted, as one SVG document; machine NULL: there was none. */
void svg_draw(TraceOut *out, const TraceLanes *lanes, const SimMachine *machine);

/* --- bars.c ---------------------------------------------------------------------------------- */

#define SVG_LEFT  150.0 /* where the plot begins, pixels */
#define SVG_WIDTH 960.0 /* of the plot */
#define SVG_LANE  24.0  /* height of a bar */

typedef struct TraceScale {
	int64_t origin;
	double pixels; /* per nanosecond */
	double least;  /* a bar below this width is not drawn by itself among others */
} TraceScale;

/* Draws the bars of one lane, the lane's upper edge at y. Notes which colours appear. */
void bars_draw(TraceOut *out, const TraceLane *lane, const TraceScale *scale, double y,
	       int used[COLOURS]);

/* Draws a lane of marks over it, likewise. */
void marks_draw(TraceOut *out, const TraceLane *lane, const TraceScale *scale, double y,
		int used[COLOURS]);

/* --- runs.c ---------------------------------------------------------------------------------- */

/* Draws bars that are too short to be drawn one by one together, likewise. */
void run_draw(TraceOut *out, const TraceLane *lane, const TraceBar *bar, size_t bars,
	      const TraceScale *scale, double y, int used[COLOURS]);

/* --- labels.c -------------------------------------------------------------------------------- */

/* The classes of the style sheet; those of the labels have a t before. */
extern const char *const svg_class[COLOURS];

/* Where that time is drawn, at the edge of the plot if it lies outside. */
double svg_place(const TraceScale *scale, int64_t time);

/* Leaves as much of the text as fits into so many pixels; 0 when nothing sensible does. The buffer
 * has room for 3 bytes more. */
int label_cut(char *text, double width);

/* Whether all of it fits. */
int label_fits(const char *text, double width);

/* An operation's name without what the colour says. */
const char *label_name(const char *name);

/* What a browser shows when one points at the bar. */
void svg_title(TraceOut *out, const TraceLane *lane, const TraceBar *bar, const TraceScale *scale);

/* A text in the middle of a box as high as a bar, clipped by it whatever the font. */
void svg_label(TraceOut *out, double x, double y, double width, const char *class_name,
	       const char *text);

#endif

/* runs.c - short bars of a timeline that are drawn together.
 *
 * Column by column, the height is the share of the time in which the lane was busy, in layers of
 * the colours. */
#include <stdio.h>
#include <string.h>

#include "framework/simcuda/trace/svg.h"

#define COLUMNS ((int)SVG_WIDTH + 2)
#define NAMES   6  /* of a run that are told apart */
#define SMOOTH  24 /* bars that share a step of the outline, at least, in up to so many columns */

typedef struct Run {
	const TraceBar *bar; /* the first */
	size_t bars;
	TraceBar whole;
	int from, to; /* columns, [from, to) */
	int step;     /* columns that have one height */
	float busy[COLUMNS][COLOURS];
} Run;

/* Spreads a bar over the columns that it touches. */
static void run_spread(Run *run, const TraceBar *bar, const TraceScale *scale)
{
	double from = svg_place(scale, bar->start) - SVG_LEFT,
	       to = svg_place(scale, bar->end) - SVG_LEFT;
	double length = to - from;
	double share =
		bar->end > bar->start ? (double)bar->busy / (double)(bar->end - bar->start) : 0;
	for (int c = (int)from; c <= (int)to && c < COLUMNS; c++) {
		double left = from > c ? from : c, right = to < c + 1 ? to : c + 1;
		if (length > 0 && right > left)
			run->busy[c][bar->colour] += (float)((right - left) * share);
	}
}

/* The name that took most of the time, and how many operations had it. Of more names than can be
 * told apart, those that come late are left out. */
static const char *run_name(const Run *run, uint64_t *count)
{
	struct {
		const char *name;
		uint64_t count;
		int64_t busy;
	} names[NAMES] = {{0}};
	int most = 0;
	for (size_t i = 0; i < run->bars; i++)
		for (int n = 0; n < NAMES; n++) {
			if (names[n].name && strcmp(names[n].name, run->bar[i].name) != 0)
				continue;
			names[n].name = run->bar[i].name;
			names[n].count += run->bar[i].count;
			names[n].busy += run->bar[i].busy;
			break;
		}
	for (int n = 1; n < NAMES; n++)
		if (names[n].name && names[n].busy > names[most].busy)
			most = n;
	*count = names[most].count;
	return names[most].name;
}

/* Gives the columns [from, to) their mean: where each holds an operation or two, their heights
 * would only show how the columns happen to fall. */
static void run_smooth(Run *run, int from, int to)
{
	for (int colour = 0; colour < COLOURS; colour++) {
		float sum = 0;
		for (int c = from; c < to; c++)
			sum += run->busy[c][colour];
		for (int c = from; c < to; c++)
			run->busy[c][colour] = sum / (float)(to - from);
	}
}

static void run_gather(Run *run, const TraceScale *scale)
{
	uint64_t count;
	run->whole = run->bar[0];
	memset(run->busy, 0, sizeof run->busy);
	for (size_t i = 0; i < run->bars; i++) {
		const TraceBar *bar = &run->bar[i];
		run_spread(run, bar, scale);
		if (i == 0)
			continue;
		run->whole.end = bar->end > run->whole.end ? bar->end : run->whole.end;
		run->whole.busy += bar->busy;
		run->whole.count += bar->count;
		run->whole.bytes += bar->bytes;
		run->whole.flops += bar->flops;
	}
	run->whole.name = run_name(run, &count);
	run->from = (int)(svg_place(scale, run->whole.start) - SVG_LEFT);
	run->to = (int)(svg_place(scale, run->whole.end) - SVG_LEFT) + 1;
	if (run->to > COLUMNS)
		run->to = COLUMNS;
	run->step = (int)((size_t)(run->to - run->from) * SMOOTH / run->bars) + 1;
	if (run->step > SMOOTH)
		run->step = SMOOTH;
	for (int c = run->from; c < run->to; c += run->step)
		run_smooth(run, c, c + run->step < run->to ? c + run->step : run->to);
}

/* "40 × cublasSgemm", "40 operations", "40×": the first that fits, or the last. */
static void name_run(char *text, size_t size, const Run *run, double width, const char *unit)
{
	uint64_t count;
	unsigned long long all = run->whole.count;
	const char *name = label_name(run_name(run, &count));
	if (count == all)
		snprintf(text, size, "%llu \xC3\x97 %.60s", all, name);
	else
		snprintf(text, size, "%llu %s, most of the time %.60s", all, unit, name);
	if (!label_fits(text, width))
		snprintf(text, size, "%llu %s", all, unit);
	if (!label_fits(text, width))
		snprintf(text, size, "%llu\xC3\x97", all);
}

/* How high the layer of a colour reaches in a column, 0 to 1; colour -1: the ground. */
static double run_height(const Run *run, int column, int colour)
{
	double height = 0;
	for (int c = 0; c <= colour; c++)
		height += run->busy[column][c];
	return height < 1 ? height : 1;
}

/* One edge of a layer, step by step: to the right, or back to the left. */
static void draw_edge(TraceOut *out, const Run *run, int colour, int back, double y)
{
	int last = -1;
	for (int i = 0; i < run->to - run->from; i++) {
		int c = back ? run->to - 1 - i : run->from + i;
		int level = (int)(run_height(run, c, colour) * 100 + 0.5);
		if (level == last)
			continue;
		if (i > 0)
			out_text(out, "H%.0f", SVG_LEFT + c + back);
		out_text(out, "V%.1f", y + SVG_LANE * (1 - level / 100.0));
		last = level;
	}
	out_text(out, "H%.0f", SVG_LEFT + (back ? run->from : run->to));
}

/* One layer as an outline: along its upper edge to the right, back along its lower edge. */
static void draw_layer(TraceOut *out, const Run *run, int colour, double y)
{
	out_text(out, "<path class=\"%s\" d=\"M%.0f %.1f", svg_class[colour], SVG_LEFT + run->from,
		 y + SVG_LANE);
	draw_edge(out, run, colour, 0, y);
	draw_edge(out, run, colour - 1, 1, y);
	out_text(out, "z\"/>");
}

void run_draw(TraceOut *out, const TraceLane *lane, const TraceBar *bar, size_t bars,
	      const TraceScale *scale, double y, int used[COLOURS])
{
	static Run memory; /* large; under the machine's lock */
	Run *run = &memory;
	if (bars == 0)
		return;
	run->bar = bar;
	run->bars = bars;
	char text[2 * TRACE_TEXT];
	run_gather(run, scale);
	int width = run->to - run->from;
	out_text(out, "<g>");
	svg_title(out, lane, &run->whole, scale);
	out_text(out, "<rect class=\"r\" x=\"%.0f\" y=\"%.1f\" width=\"%d\" height=\"%.0f\"/>",
		 SVG_LEFT + run->from, y, width, SVG_LANE);
	for (int colour = 0; colour < COLOURS; colour++) {
		double busy = 0;
		for (int c = run->from; c < run->to; c++)
			busy += run->busy[c][colour];
		if (busy <= 0)
			continue;
		used[colour] = 1;
		draw_layer(out, run, colour, y);
	}
	name_run(text, sizeof text, run, width, lane->gpu < 0 ? "calls" : "operations");
	if (label_fits(text, width))
		svg_label(out, SVG_LEFT + run->from, y, width, "tr", text);
	out_text(out, "</g>\n");
}

/* bars.c - the bars of one lane of a timeline.
 *
 * A bar of a few pixels or more is drawn by itself, with its name as far as it fits. Shorter ones
 * that follow each other closely are drawn together as a run. One alone is a thin line, never
 * thinner than a pixel. */
#include <stdio.h>

#include "framework/simcuda/trace/svg.h"

#define APART      1.5 /* pixels: bars that far apart are not put together */
#define MARK_APART 4.0

/* The name with the time, without it, or of a copy the direction alone. */
static void name_bar(char *text, size_t size, const TraceBar *bar, double width)
{
	const char *name = label_name(bar->name);
	char time[TRACE_TEXT];
	text_time(time, (double)(bar->end - bar->start), "\xC2\xB5");
	snprintf(text, size, "%.60s  %s", name, time);
	if (!label_fits(text, width))
		snprintf(text, size, "%.60s", name);
	if (!label_fits(text, width) && bar->colour != COLOUR_KERNEL && name != bar->name)
		snprintf(text, size, "%.3s", name);
}

static void draw_bar(TraceOut *out, const TraceLane *lane, const TraceBar *bar,
		     const TraceScale *scale, double y, int used[COLOURS])
{
	double x = svg_place(scale, bar->start), width = svg_place(scale, bar->end) - x;
	char text[2 * TRACE_TEXT], label_class[8];
	double gap = width > 3 ? 0.3 : 0; /* neighbours stay apart */
	if (width < 1)
		width = 1;
	used[bar->colour] = 1;
	out_text(out, "<g>");
	svg_title(out, lane, bar, scale);
	out_text(out, "<rect class=\"%s\" x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.0f\"%s/>",
		 svg_class[bar->colour], x + gap, y, width - 2 * gap, SVG_LANE,
		 width > 8 ? " rx=\"2\"" : "");
	name_bar(text, sizeof text, bar, width);
	snprintf(label_class, sizeof label_class, "t%s", svg_class[bar->colour]);
	if (label_cut(text, width))
		svg_label(out, x, y, width, label_class, text);
	out_text(out, "</g>\n");
}

void marks_draw(TraceOut *out, const TraceLane *lane, const TraceScale *scale, double y,
		int used[COLOURS])
{
	double last = -MARK_APART;
	for (size_t i = 0; i < lane->count; i++) {
		double x = svg_place(scale, lane->bar[i].start);
		if (x - last < MARK_APART)
			continue;
		used[COLOUR_MARK] = 1;
		last = x;
		out_text(out, "<path class=\"m\" d=\"M%.1f %.1fl-3 6h6z\">", x, y + SVG_LANE - 4);
		svg_title(out, lane, &lane->bar[i], scale);
		out_text(out, "</path>\n");
	}
}

/* Draws what has gathered. */
static void end_run(TraceOut *out, const TraceLane *lane, const TraceBar *bar, size_t bars,
		    const TraceScale *scale, double y, int used[COLOURS])
{
	if (bars == 1 && bar->count == 1)
		draw_bar(out, lane, bar, scale, y, used);
	else if (bars > 0)
		run_draw(out, lane, bar, bars, scale, y, used);
}

void bars_draw(TraceOut *out, const TraceLane *lane, const TraceScale *scale, double y,
	       int used[COLOURS])
{
	size_t first = 0; /* of the run */
	double end = 0;
	for (size_t i = 0; i < lane->count; i++) {
		const TraceBar *bar = &lane->bar[i];
		double start = svg_place(scale, bar->start);
		int wide = (double)(bar->end - bar->start) * scale->pixels >= scale->least;
		if (wide || start - end >= APART) {
			end_run(out, lane, lane->bar + first, i - first, scale, y, used);
			first = i;
		}
		if (wide) {
			draw_bar(out, lane, bar, scale, y, used);
			first = i + 1;
		}
		end = svg_place(scale, bar->end);
	}
	end_run(out, lane, lane->bar + first, lane->count - first, scale, y, used);
}

/* svg.c - draws a timeline as one SVG document.
 *
 * From top to bottom: a title, the time axis, the host's threads, then each GPU with its streams
 * and its engines, and the legend. The colours are told apart with every kind of colour blindness
 * (after Okabe and Ito, 2008) and suit a light and a dark page; waiting is hatched, so that it can
 * be seen in print too. */
#include <stdio.h>
#include <string.h>

#include "framework/simcuda/trace/svg.h"

#define RIGHT 30.0
#define ROW   29.0 /* from lane to lane */
#define GROUP 30.0 /* above the first lane of a GPU */
#define TOP   66.0
#define TICKS 8 /* at least half as many */

static const char style[] =
	"<style>\n"
	".simcuda{font-family:\"DejaVu Sans\",Verdana,Arial,sans-serif;font-size:11px}\n"
	".simcuda text{fill:#222}\n"
	".simcuda .b{fill:#fff}\n"
	".simcuda .l{fill:#f3f4f6}\n"
	".simcuda .g{stroke:#d5d8dd;stroke-width:1}\n"
	".simcuda .r{fill:#8a93a0;fill-opacity:.22}\n"
	".simcuda .k{fill:#0072b2}.simcuda .i{fill:#009e73}.simcuda .o{fill:#e69f00}\n"
	".simcuda .w{fill:#cc79a7}.simcuda .f{fill:#56b4e9}.simcuda .c{fill:#9aa1ab}\n"
	".simcuda .s{fill:url(#simcuda-wait)}.simcuda .h{fill:#f0e442}\n"
	".simcuda .m{fill:#222;stroke:#fff;stroke-width:.8}\n"
	".simcuda .tk,.simcuda .ti{fill:#fff;text-anchor:middle}\n"
	".simcuda .to,.simcuda .tw,.simcuda .tf,.simcuda .tc,.simcuda .th"
	"{fill:#111;text-anchor:middle}\n"
	".simcuda .tr,.simcuda .ts{fill:#111;text-anchor:middle;stroke:#fff;stroke-width:3px;"
	"stroke-opacity:.8;stroke-linejoin:round;paint-order:stroke}\n"
	".simcuda .e{text-anchor:end}.simcuda .t{font-size:14px;font-weight:bold}\n"
	".simcuda .n{font-weight:bold}.simcuda .x{text-anchor:middle}\n"
	"@media (prefers-color-scheme:dark){\n"
	".simcuda .b{fill:#16191e}.simcuda .l{fill:#21262d}.simcuda .g{stroke:#3a414b}\n"
	".simcuda text{fill:#e3e6ea}.simcuda .m{fill:#fff;stroke:#16191e}\n"
	".simcuda .to,.simcuda .tw,.simcuda .tf,.simcuda .tc,.simcuda .ts,.simcuda .th,"
	".simcuda .tr{fill:#111}\n"
	"}\n"
	"</style>\n"
	"<defs><pattern id=\"simcuda-wait\" width=\"6\" height=\"6\" "
	"patternUnits=\"userSpaceOnUse\" "
	"patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"#f6ddd0\"/>"
	"<rect width=\"1.6\" height=\"6\" fill=\"#d55e00\" "
	"fill-opacity=\".6\"/></pattern></defs>\n";

static const struct {
	const char *class, *text;
} legend[COLOURS] = {
	[COLOUR_KERNEL] = {"k", "kernel"},
	[COLOUR_IN] = {"i", "copy to a GPU"},
	[COLOUR_OUT] = {"o", "copy to the host"},
	[COLOUR_WITHIN] = {"w", "copy between GPUs or within one"},
	[COLOUR_FILL] = {"f", "fill"},
	[COLOUR_CALL] = {"c", "CUDA call"},
	[COLOUR_WAIT] = {"s", "call that mostly waits"},
	[COLOUR_WORK] = {"h", "work of the host"},
	[COLOUR_MARK] = {"m", "event"},
};

/* --- the axis -------------------------------------------------------------------------------- */

/* 1, 2 or 5 times a power of ten: the smallest that needs at most that many steps. */
static double nice_step(double range, int steps)
{
	static const double factors[] = {1, 2, 5, 10};
	double power = 1;
	while (power * 10 * steps < range)
		power *= 10;
	for (int i = 0; i < 4; i++)
		if (factors[i] * power * steps >= range)
			return factors[i] * power;
	return 10 * power;
}

static void draw_axis(TraceOut *out, int64_t time, const TraceScale *scale, double bottom)
{
	static const struct {
		double size;
		const char *name;
	} units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "\xC2\xB5s"}, {1, "ns"}};
	double step = nice_step((double)time, TICKS);
	int unit = 0;
	while (unit < 3 && (double)time < units[unit].size)
		unit++;
	for (int i = 0; i * step <= (double)time; i++) {
		double x = SVG_LEFT + i * step * scale->pixels;
		out_text(out,
			 "<path class=\"g\" d=\"M%.1f %.0fV%.0f\"/><text class=\"x\" x=\"%.1f\" "
			 "y=\"%.0f\">%.6g %s</text>\n",
			 x, TOP - 12, bottom, x, TOP - 17, i * step / units[unit].size,
			 units[unit].name);
	}
}

/* --- rows ------------------------------------------------------------------------------------ */

static void draw_group(TraceOut *out, int gpu, const char *name, const char *more, double y)
{
	out_text(out, "<text class=\"n\" x=\"10\" y=\"%.0f\">", y);
	if (gpu >= 0)
		out_text(out, "GPU %d: ", gpu);
	out_xml(out, name);
	out_text(out, "%s</text>\n", more);
}

static const TraceLane *marks_of(const TraceLanes *lanes, const TraceLane *stream)
{
	for (size_t i = 0; i < lanes->count; i++) {
		const TraceLane *lane = &lanes->lane[i];
		if (lane->gpu == stream->gpu && lane->kind == LANE_MARKS &&
		    lane->number == stream->number)
			return lane;
	}
	return NULL;
}

static void draw_lane(TraceOut *out, const TraceLanes *lanes, const TraceLane *lane,
		      const TraceScale *scale, double y, int used[COLOURS])
{
	const TraceLane *marks = lane->kind == LANE_STREAM ? marks_of(lanes, lane) : NULL;
	out_text(out, "<text class=\"e\" x=\"%.0f\" y=\"%.0f\">%s", SVG_LEFT - 8, y + 16,
		 lane->kind == LANE_ENGINE ? "engine: " : "");
	out_xml(out, lane->label);
	out_text(out, "</text>\n");
	bars_draw(out, lane, scale, y, used);
	if (marks)
		marks_draw(out, marks, scale, y, used);
}

static int is_drawn(const TraceLane *lane)
{
	return lane->kind != LANE_MARKS && lane->count > 0;
}

static int lanes_of(const TraceLanes *lanes, int gpu)
{
	int count = 0;
	for (size_t i = 0; i < lanes->count; i++)
		count += lanes->lane[i].gpu == gpu && is_drawn(&lanes->lane[i]);
	return count;
}

/* Where the rows of the host (-1) or a GPU begin, below those before it. */
static double group_top(const TraceLanes *lanes, int gpu)
{
	double y = TOP;
	for (int g = -1; g < gpu; g++)
		y += lanes_of(lanes, g) * ROW + (g + 1 < 0 ? 0 : GROUP);
	return y;
}

static void draw_rows(TraceOut *out, const TraceLanes *lanes, const TraceScale *scale, int gpu,
		      const char *name, int used[COLOURS])
{
	double y = group_top(lanes, gpu);
	if (gpu >= 0)
		draw_group(out, gpu, name, lanes_of(lanes, gpu) ? "" : " - nothing to do", y - 8);
	for (size_t i = 0; i < lanes->count; i++) {
		if (lanes->lane[i].gpu != gpu || !is_drawn(&lanes->lane[i]))
			continue;
		draw_lane(out, lanes, &lanes->lane[i], scale, y, used);
		y += ROW;
	}
}

static void draw_ground(TraceOut *out, const TraceLanes *lanes, int gpus)
{
	for (int g = -1; g < gpus; g++)
		for (int i = 0; i < lanes_of(lanes, g); i++)
			out_text(out,
				 "<rect class=\"l\" x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" "
				 "height=\"%.0f\"/>\n",
				 SVG_LEFT, group_top(lanes, g) + i * ROW, SVG_WIDTH, SVG_LANE);
}

static void draw_legend(TraceOut *out, const int used[COLOURS], double y)
{
	double x = SVG_LEFT;
	for (int c = 0; c < COLOURS; c++) {
		double width = 36 + 6.6 * (double)strlen(legend[c].text);
		if (!used[c])
			continue;
		if (x + width > SVG_LEFT + SVG_WIDTH + RIGHT) {
			x = SVG_LEFT;
			y += 18;
		}
		if (c == COLOUR_MARK)
			out_text(out, "<path class=\"m\" d=\"M%.0f %.0fl-4 8h8z\"/>", x + 6, y - 9);
		else
			out_text(out,
				 "<rect class=\"%s\" x=\"%.0f\" y=\"%.0f\" width=\"12\" "
				 "height=\"12\" rx=\"2\"/>",
				 legend[c].class, x, y - 10);
		out_text(out, "<text x=\"%.0f\" y=\"%.0f\">%s</text>\n", x + 17, y, legend[c].text);
		x += width;
	}
}

void svg_draw(TraceOut *out, const TraceLanes *lanes, const SimMachine *machine)
{
	int gpus = machine ? machine->gpus : 0, used[COLOURS] = {0};
	int64_t time = lanes->latest > lanes->origin ? lanes->latest - lanes->origin : 1;
	TraceScale scale = {lanes->origin, SVG_WIDTH / (double)time, 2.5};
	double bottom = group_top(lanes, gpus) - (gpus > 0 ? GROUP : 0), height = bottom + 58;
	char text[TRACE_TEXT];
	for (int g = -1, rows = 0; g < gpus; g++) {
		rows += lanes_of(lanes, g);
		if (rows > 7)
			scale.least = rows / 3.0; /* more lanes, fewer bars: the file stays small */
	}
	text_time(text, (double)time, "\xC2\xB5");
	out_text(out,
		 "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"simcuda\" width=\"%.0f\" "
		 "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n%s",
		 SVG_LEFT + SVG_WIDTH + RIGHT, height, SVG_LEFT + SVG_WIDTH + RIGHT, height, style);
	out_text(out, "<rect class=\"b\" width=\"100%%\" height=\"100%%\"/>\n");
	out_text(out, "<text class=\"t\" x=\"10\" y=\"22\">%s of virtual time on ", text);
	if (gpus == 0)
		out_text(out, "a machine without GPUs");
	else
		out_text(out, "%d GPU%s", gpus, gpus > 1 ? "s" : "");
	if (lanes->origin > 0) {
		text_time(text, (double)lanes->origin, "\xC2\xB5");
		out_text(out, ", from %s on", text);
	}
	out_text(out, "</text>\n");
	draw_ground(out, lanes, gpus);
	draw_axis(out, time, &scale, bottom);
	for (int g = -1; g < gpus; g++)
		draw_rows(out, lanes, &scale, g, machine ? machine->name : "", used);
	draw_legend(out, used, bottom + 24);
	out_text(out, "</svg>\n");
}

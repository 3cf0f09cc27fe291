/* timeline_svg.c - bars in lanes.
 *
 * Kinds differ in colour and in shape: kernels and calls have the height of the lane, copies and
 * fills half of it, at the bottom; a call that mostly waits is an empty, dashed box; a reading of the
 * clock is a line through all lanes. */
#include "grader/report/page/timeline_svg.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "grader/report/data/graded.h"
#include "grader/report/page/html.h"

#define WIDTH      1000.0
#define LEFT       118.0 /* x of time 0; the lanes' names are left of it */
#define LANE       24.0
#define BAR        18.0
#define BAR_LEAST  0.8          /* least width of a bar, so that it is visible */
#define LETTER     6.3          /* wide */
#define LABEL      (8 * LETTER) /* the longest time of the axis */
#define TICKS_MOST 6.0

static const char *const kinds[] = {"copy", "fill", "kernel", "call", "work", "clock"};
static const char *const kind_words[][2] = {
	{"copy", "copies"},         {"fill", "fills"},
	{"kernel", "kernels"},      {"call", "calls"},
	{"host work", "host work"}, {"reading of the clock", "readings of the clock"},
};

const char *time_words(double us, char *text, size_t size)
{
	if (us < 1e3)
		snprintf(text, size, "%.3g \302\265s", us);
	else if (us < 1e6)
		snprintf(text, size, "%.3g ms", us / 1e3);
	else
		snprintf(text, size, "%.3g s", us / 1e6);
	return text;
}

int op_kind(const json_t *op)
{
	for (int i = 0; i < KINDS; i++)
		if (strcmp(text_of(op, "kind"), kinds[i]) == 0)
			return i;
	return -1;
}

bool op_is_of(const json_t *op, int run)
{
	return int_of(op, "run") == run && op_kind(op) >= 0;
}

double picture_end(const json_t *timeline, int run)
{
	double end = 0;

	for (size_t i = 0; i < json_array_size(timeline); i++)
		if (op_is_of(json_array_get(timeline, i), run))
			end = fmax(end, number_of(json_array_get(timeline, i), "end"));
	return end;
}

int picture_gpu_ops(const json_t *timeline, int run)
{
	int count = 0;

	for (size_t i = 0; i < json_array_size(timeline); i++) {
		const json_t *op = json_array_get(timeline, i);

		if (op_is_of(op, run) && int_of(op, "gpu") >= 0)
			count += json_object_get(op, "n") ? int_of(op, "n") : 1;
	}
	return count;
}

Lane *lane_find(Lanes *lanes, const json_t *op)
{
	int gpu = int_of(op, "gpu"), others = 0, made = 0;
	json_int_t stream = json_integer_value(json_object_get(op, "stream"));

	for (int i = 0; i < lanes->count; i++) {
		if (lanes->lane[i].gpu == gpu && lanes->lane[i].stream == stream)
			return &lanes->lane[i];
		others += lanes->lane[i].gpu == gpu;
		made += lanes->lane[i].gpu == gpu && !lanes->lane[i].is_default;
	}
	if (lanes->count == LANES_MAX)
		return NULL;
	lanes->lane[lanes->count] =
		(Lane){.gpu = gpu,
		       .stream = stream,
		       .number = others,
		       .made = made,
		       .is_default = json_is_true(json_object_get(op, "default"))};
	for (int i = 0; i <= lanes->count; i++)
		if (lanes->lane[i].gpu == gpu)
			lanes->lane[i].several = others > 0;
	return &lanes->lane[lanes->count++];
}

static int lane_before(const Lane *a, const Lane *b)
{
	return a->gpu != b->gpu ? a->gpu < b->gpu : a->number < b->number;
}

void lanes_find(const json_t *timeline, int run, Lanes *lanes)
{
	memset(lanes, 0, sizeof *lanes);
	for (size_t i = 0; i < json_array_size(timeline); i++) {
		const json_t *op = json_array_get(timeline, i);
		Lane *lane = op_is_of(op, run) ? lane_find(lanes, op) : NULL;

		if (!lane)
			continue;
		int kind = op_kind(op), n = int_of(op, "n");

		lane->count[kind] += n > 1 ? n : 1;
		lane->busy[kind] += n > 1 ? number_of(op, "busy")
					  : number_of(op, "end") - number_of(op, "start");
		lane->waited += number_of(op, "waited");
	}
	for (int i = 1; i < lanes->count; i++)
		for (int k = i; k > 0 && lane_before(&lanes->lane[k], &lanes->lane[k - 1]); k--) {
			Lane swap = lanes->lane[k];
			lanes->lane[k] = lanes->lane[k - 1];
			lanes->lane[k - 1] = swap;
		}
}

void lane_name(FILE *out, const Lane *lane)
{
	if (lane->gpu < 0)
		fputs(lane->number > 0 ? "host, thread" : "host", out);
	else
		fprintf(out, "GPU %d", lane->gpu);
	if (lane->gpu >= 0 && lane->several && lane->is_default)
		fputs(", default", out);
	else if (lane->gpu >= 0 && lane->several)
		fprintf(out, ", stream %d", lane->made + 1);
}

void picture_words(FILE *out, const json_t *timeline, int run)
{
	Lanes lanes;
	char time[40];

	lanes_find(timeline, run, &lanes);
	for (int i = 0; i < lanes.count; i++) {
		const Lane *lane = &lanes.lane[i];
		const char *between = ": ";

		fputs(i > 0 ? "; " : "", out);
		lane_name(out, lane);
		for (int k = 0; k < KINDS; k++) {
			if (lane->count[k] == 0)
				continue;
			fprintf(out, "%s%d %s %s", between, lane->count[k],
				kind_words[k][lane->count[k] > 1],
				time_words(lane->busy[k], time, sizeof time));
			between = ", ";
			if (k == CALL && lane->waited > 0)
				fprintf(out, " (of it %s waiting)",
					time_words(lane->waited, time, sizeof time));
		}
	}
}

/* --- drawing ---------------------------------------------------------------------------------- */

static double x_of(double us, double end)
{
	double share = end > 0 ? us / end : 0;

	return LEFT + (WIDTH - LEFT - 12) * (share < 0 ? 0 : share > 1 ? 1 : share);
}

double axis_step(double end, double most)
{
	double step = pow(10, floor(log10(end / most)));

	while (end / step > most)
		step *= end / step > most * 2.5 ? 5 : 2;
	return step;
}

static void axis_draw(FILE *out, double end, double bottom)
{
	double step = axis_step(end, TICKS_MOST);
	char time[40];

	for (int i = 0; i <= (int)(end / step + 0.001); i++) {
		double at = i * step;

		fprintf(out,
			"<line class=\"tick\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%.1f\"/>"
			"<text class=\"soft\" x=\"%.1f\" y=\"%.1f\"%s>%s</text>",
			x_of(at, end), x_of(at, end), bottom, x_of(at, end), bottom + 13,
			x_of(at, end) > WIDTH - LABEL ? " text-anchor=\"end\"" : "",
			at > 0 ? time_words(at, time, sizeof time) : "0");
	}
}

/* The tooltip of the bar. */
static void bar_title(FILE *out, const json_t *op)
{
	char from[40], to[40], waited[40];
	const char *name = text_of(op, "name");
	int n = int_of(op, "n"), line = int_of(op, "line");

	fputs("<title>", out);
	if (n > 1)
		fprintf(out, "%d times ", n);
	html_text(out, *name != '\0' ? name : text_of(op, "kind"));
	if (line > 0)
		fprintf(out, ", line %d", line);
	fprintf(out, ": %s to %s", time_words(number_of(op, "start"), from, sizeof from),
		time_words(number_of(op, "end"), to, sizeof to));
	if (number_of(op, "waited") > 0)
		fprintf(out, ", waited %s",
			time_words(number_of(op, "waited"), waited, sizeof waited));
	fputs("</title>", out);
}

static void bar_draw(FILE *out, const json_t *op, double top, double end)
{
	int kind = op_kind(op), n = int_of(op, "n");
	double start = number_of(op, "start"), stop = number_of(op, "end");
	double x = x_of(start, end), wide = fmax(x_of(stop, end) - x, BAR_LEAST);
	double high = kind == COPY || kind == FILL ? BAR / 2 : BAR;
	const char *name = text_of(op, "name");
	int waits = kind == CALL && number_of(op, "waited") > (stop - start) / 2;

	/* Bars that are merged into one: its height is the share of the time that they cover. */
	if (n > 1 && stop > start)
		high = fmax(2, high * fmin(1, number_of(op, "busy") / (stop - start)));
	fprintf(out, "<rect class=\"b-%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">",
		waits ? "wait" : kinds[kind], x, top + BAR - high, wide, high);
	bar_title(out, op);
	fputs("</rect>", out);
	if (high < BAR || (double)strlen(name) * LETTER + 6 > wide || *name == '\0')
		return;
	fprintf(out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", waits ? "soft" : "inside", x + 3,
		top + BAR - 5);
	html_text(out, name);
	fputs("</text>", out);
}

/* Over everything, so that one sees what is still at work when the clock is read. */
static void readings_draw(FILE *out, const json_t *timeline, int run, double end, double bottom)
{
	for (size_t i = 0; i < json_array_size(timeline); i++) {
		const json_t *op = json_array_get(timeline, i);

		if (!op_is_of(op, run) || op_kind(op) != CLOCK)
			continue;
		double x = x_of(number_of(op, "start"), end);

		fprintf(out,
			"<line class=\"b-clock\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%.1f\">", x,
			x, bottom);
		bar_title(out, op);
		fputs("</line>", out);
	}
}

void picture_draw(FILE *out, const json_t *timeline, int run, double end, const char *whose)
{
	Lanes lanes;

	lanes_find(timeline, run, &lanes);

	double bottom = lanes.count * LANE + 2;

	html_print(out,
		   "<svg class=\"lanes\" viewBox=\"0 0 %d %d\" role=\"img\" "
		   "aria-label=\"Timeline, %s: ",
		   (int)WIDTH, (int)bottom + 18, whose);
	picture_words(out, timeline, run);
	fputs("\">", out);
	for (int i = 0; i < lanes.count; i++) {
		double top = i * LANE;

		fprintf(out,
			"<rect class=\"lane\" x=\"%.0f\" y=\"%.1f\" width=\"%.0f\" "
			"height=\"%.0f\"/>",
			LEFT, top + 1, WIDTH - LEFT - 12, BAR + 4);
		fprintf(out, "<text x=\"0\" y=\"%.1f\">", top + BAR - 3);
		lane_name(out, &lanes.lane[i]);
		fputs("</text>", out);
	}
	if (end > 0)
		axis_draw(out, end, bottom);
	for (size_t i = 0; i < json_array_size(timeline); i++) {
		const json_t *op = json_array_get(timeline, i);
		const Lane *lane = op_is_of(op, run) ? lane_find(&lanes, op) : NULL;

		if (lane && op_kind(op) != CLOCK)
			bar_draw(out, op, (double)(lane - lanes.lane) * LANE + 3, end);
	}
	readings_draw(out, timeline, run, end, bottom);
	fputs("</svg>\n", out);
}

void picture_legend(FILE *out)
{
	static const struct {
		const char *class, *words;
		double share; /* of a lane's height */
		int wide;
	} keys[] = {
		{"kernel", "kernel", 1, 24},
		{"copy", "copy", 0.5, 24},
		{"fill", "fill", 0.5, 24},
		{"call", "call of the host", 1, 24},
		{"wait", "call that waits", 1, 24},
		{"work", "arithmetic of the host", 1, 24},
		{"clock", "the clock is read", 1, 1},
	};
	double x = 2;

	fprintf(out,
		"<svg class=\"lanes\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Legend: "
		"kernels and calls are as high as the lane, copies and fills half as high, calls "
		"that "
		"wait are dashed\">",
		(int)WIDTH, (int)LANE);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		fprintf(out,
			"<rect class=\"b-%s\" x=\"%.1f\" y=\"%.1f\" width=\"%d\" "
			"height=\"%.1f\"/><text x=\"%.1f\" y=\"%.1f\">%s</text>",
			keys[i].class, x, 3 + BAR * (1 - keys[i].share), keys[i].wide,
			BAR * keys[i].share, x + keys[i].wide + 6, BAR - 2, keys[i].words);
		x += keys[i].wide + 6 + ((double)strlen(keys[i].words) + 3) * LETTER;
	}
	fputs("</svg>\n", out);
}

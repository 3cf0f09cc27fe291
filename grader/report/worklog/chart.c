/* chart.c - a line chart: attempts from left to right, time upwards. A check that passed is a dot, one
 * that did not a cross; an attempt without a time has its sign below the line. */
#include <math.h>
#include <string.h>

#include "grader/report/data/graded.h"
#include "grader/report/page/html.h"
#include "grader/report/page/timeline_svg.h"
#include "grader/report/worklog/worklog.h"

#define WIDTH  560.0
#define HIGH   120.0 /* of time */
#define LEFT   64.0
#define RIGHT  70.0
#define TOP    12.0
#define BOTTOM 34.0

static double x_of(const Entries *e, int i)
{
	double room = WIDTH - LEFT - RIGHT;

	return LEFT + (e->count > 1 ? room * (i + 0.5) / e->count : room / 2);
}

static double y_of(double us, double most)
{
	return TOP + HIGH * (1 - (most > 0 ? us / most : 0));
}

/* The limit of an attempt that has its own; else that of the one before, or of the first. */
static double wanted_of(const Entries *e, int i)
{
	for (int k = i; k >= 0; k--)
		if (!isnan(entry_wanted(&e->list[k])))
			return entry_wanted(&e->list[k]);
	for (int k = i; k < e->count; k++)
		if (!isnan(entry_wanted(&e->list[k])))
			return entry_wanted(&e->list[k]);
	return NAN;
}

static double most_of(const Entries *e)
{
	double most = 0;

	for (int i = 0; i < e->count; i++) {
		most = fmax(most, isnan(entry_us(&e->list[i])) ? 0 : entry_us(&e->list[i]));
		most = fmax(most, isnan(entry_wanted(&e->list[i])) ? 0 : entry_wanted(&e->list[i]));
	}
	return most * 1.08;
}

static bool is_passed(const Entry *entry)
{
	return strcmp(text_of(entry->check, "verdict"), "pass") == 0;
}

/* Steps where the inputs of another seed have another limit; and its words at the right end. */
static void limit_draw(FILE *out, const Entries *e, double most)
{
	double half =
		e->count > 1 ? (WIDTH - LEFT - RIGHT) / e->count / 2 : (WIDTH - LEFT - RIGHT) / 2;
	double y = y_of(wanted_of(e, e->count - 1), most);
	bool least = false;
	char time[40];

	fputs("<path class=\"limit\" d=\"", out);
	for (int i = 0; i < e->count; i++) {
		fprintf(out, "%s%.1f %.1f H%.1f ", i > 0 ? "L" : "M", x_of(e, i) - half,
			y_of(wanted_of(e, i), most), x_of(e, i) + half);
		least = least || json_is_true(json_object_get(e->list[i].limit, "at_least"));
	}
	fprintf(out,
		"\"/><text class=\"limit-text\" x=\"%.1f\" y=\"%.1f\">%s</text><text "
		"class=\"limit-text\" x=\"%.1f\" y=\"%.1f\">%s</text>",
		WIDTH - RIGHT + 4, y + 1, least ? "at least" : "at most", WIDTH - RIGHT + 4, y + 13,
		time_words(wanted_of(e, e->count - 1), time, sizeof time));
}

static void axis_draw(FILE *out, double most)
{
	double step = most > 0 ? axis_step(most, 4) : 1;
	char time[40];

	for (int i = 0; i * step <= most; i++)
		fprintf(out,
			"<line class=\"tick\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>"
			"<text class=\"soft\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
			LEFT, WIDTH - RIGHT, y_of(i * step, most), y_of(i * step, most), LEFT - 6,
			y_of(i * step, most) + 4,
			i > 0 ? time_words(i * step, time, sizeof time) : "0");
}

static void signs_draw(FILE *out, const Entries *e, double most)
{
	const char *move = "M";

	fputs("<path class=\"times\" d=\"", out);
	for (int i = 0; i < e->count; i++) {
		if (isnan(entry_us(&e->list[i])))
			continue;
		fprintf(out, "%s%.1f %.1f ", move, x_of(e, i), y_of(entry_us(&e->list[i]), most));
		move = "L";
	}
	fputs(*move == 'M' ? "M0 0\"/>" : "\"/>", out);
	for (int i = 0; i < e->count; i++) {
		double x = x_of(e, i), us = entry_us(&e->list[i]);
		double y = isnan(us) ? TOP + HIGH + 8 : y_of(us, most);

		if (is_passed(&e->list[i]))
			fprintf(out, "<circle class=\"good\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"/>",
				x, y);
		else
			fprintf(out, "<path class=\"%s\" d=\"M%.1f %.1fl8 8m0 -8l-8 8\"/>",
				strcmp(text_of(e->list[i].check, "verdict"), "fail") == 0 ? "bad"
											  : "open",
				x - 4, y - 4);
		if (e->count <= 24 || i % (e->count / 12) == 0)
			fprintf(out,
				"<text class=\"soft\" x=\"%.1f\" y=\"%.1f\" "
				"text-anchor=\"middle\">%d</text>",
				x, TOP + HIGH + 27, e->list[i].number);
	}
}

void chart_draw(FILE *out, const Entries *e, const char *id)
{
	double most = most_of(e);
	char time[40];

	html_print(out,
		   "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Check %s, "
		   "times by attempt:",
		   (int)WIDTH, (int)(TOP + HIGH + BOTTOM), id);
	for (int i = 0; i < e->count; i++)
		if (!isnan(entry_us(&e->list[i])))
			html_print(out, " %d: %s;", e->list[i].number,
				   time_words(entry_us(&e->list[i]), time, sizeof time));
	fputs("\">", out);
	axis_draw(out, most);
	if (e->limit > 0)
		limit_draw(out, e, most);
	signs_draw(out, e, most);
	fputs("</svg>\n", out);
}

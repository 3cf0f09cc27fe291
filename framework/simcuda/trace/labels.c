/* labels.c - words in a timeline, and where in it a time lies. */
#include <stdio.h>
#include <string.h>

#include "framework/simcuda/trace/svg.h"

#define CHARACTER 6.7 /* width of one, about, at the size of the labels */

const char *const svg_class[COLOURS] = {"k", "i", "o", "w", "f", "c", "s", "h", "m"};

double svg_place(const TraceScale *scale, int64_t time)
{
	double x = (double)(time - scale->origin) * scale->pixels;
	return SVG_LEFT + (x < 0 ? 0 : x > SVG_WIDTH ? SVG_WIDTH : x);
}

/* Leaves as much of it as fits into so many pixels; 0 when nothing sensible does. */
int label_cut(char *text, double width)
{
	int room = (int)((width - 4) / CHARACTER), length = 0;
	for (const char *c = text; *c; c++)
		length += (*c & 0xC0) != 0x80;
	if (length <= room)
		return 1;
	if (room < 4)
		return 0;
	char *end = text;
	for (int i = 0; i < room - 1; i++)
		do
			end++;
		while ((*end & 0xC0) == 0x80);
	memcpy(end, "\xE2\x80\xA6", 4); /* three dots; buffers have that room */
	return 1;
}

/* The direction says what a copy is; the colour says that it is one. */
const char *label_name(const char *name)
{
	return strncmp(name, "copy ", 5) == 0 ? name + 5 : name;
}

int label_fits(const char *text, double width)
{
	return (double)strlen(text) * CHARACTER <= width - 4;
}

void svg_title(TraceOut *out, const TraceLane *lane, const TraceBar *bar, const TraceScale *scale)
{
	char time[TRACE_TEXT], from[TRACE_TEXT], to[TRACE_TEXT], rate[TRACE_TEXT];
	const char *micro = "\xC2\xB5";
	text_time(time, (double)(bar->end - bar->start), micro);
	text_time(from, (double)(bar->start - scale->origin), micro);
	text_time(to, (double)(bar->end - scale->origin), micro);
	out_text(out, "<title>");
	out_xml(out, bar->name);
	if (bar->count > 1)
		out_text(out, " and %llu more", (unsigned long long)bar->count - 1);
	out_text(out, "\n%s, from %s to %s\n", time, from, to);
	out_xml(out, lane->label);
	if (lane->gpu >= 0)
		out_text(out, " of GPU %d", lane->gpu);
	if (bar->bytes > 0) {
		text_bytes(time, bar->bytes);
		text_rate(rate, bar->bytes, (double)bar->busy);
		out_text(out, "\n%s, %s", time, rate);
	}
	text_flops(rate, bar->flops, (double)bar->busy);
	if (*rate)
		out_text(out, "\n%s", rate);
	if (*bar->site) {
		out_text(out, "\n");
		out_xml(out, bar->site);
	}
	out_text(out, "</title>");
}

/* Clipped by a picture of its own, whatever the font. */
void svg_label(TraceOut *out, double x, double y, double width, const char *class_name,
	       const char *text)
{
	out_text(out, "<svg x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.0f\">", x, y, width,
		 SVG_LANE);
	out_text(out, "<text class=\"%s\" x=\"%.1f\" y=\"16\">", class_name, width / 2);
	out_xml(out, text);
	out_text(out, "</text></svg>");
}

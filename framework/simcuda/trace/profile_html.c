/* profile_html.c - the same as a page, which needs nothing besides. */
#include <inttypes.h>
#include <stdio.h>

#include "framework/simcuda/trace/tracing.h"

static const char *const head =
	"<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
	"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	"<title>Profile of kernels</title>\n<style>\n"
	":root { color-scheme: light dark; --line: #8885; --part: #4a90d966; }\n"
	"body { font: 16px/1.45 system-ui, sans-serif; max-width: 60em; margin: 1em auto; padding: "
	"0 .7em; }\n"
	"h2 { font-size: 1.15em; overflow-wrap: anywhere; margin-top: 2em; }\n"
	"table { border-collapse: collapse; width: 100%; font-size: .92em; }\n"
	"th { text-align: left; padding: .7em .5em .2em 0; }\nth.n { text-align: right; }\n"
	"td { border-top: 1px solid var(--line); padding: .15em .5em .15em 0; vertical-align: top; "
	"}\n"
	"td.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }\n"
	"td { overflow-wrap: anywhere; }\nsmall, code { font-size: .85em; }\nsmall { display: "
	"block; "
	"opacity: .7; }\n"
	"td.n.share { background: linear-gradient(to left, var(--part) var(--share), transparent "
	"0); }\n"
	"</style>\n";

void profile_html_begin(TraceOut *out)
{
	out_text(out, "%s", head);
	out_text(out, "<h1>Profile of kernels</h1>\n<p>On ");
	out_xml(out, trace_machine()->name);
	out_text(out,
		 ", simulated. Counts are exact for this PTX; the time is a guess. Names in small "
		 "letters are those of Nsight Compute.</p>\n");
}

static void write_metrics(TraceOut *out, const SimKernelCounts *of)
{
	char text[TRACE_TEXT];
	out_text(out, "<table>\n");
	for (size_t i = 0; i < trace_metric_count; i++) {
		const TraceMetric *metric = &trace_metrics[i];
		size_t shown = metric_shown(i, of);
		if (!metric->words && !shown) { /* nothing in the whole group */
			while (i + 1 < trace_metric_count && trace_metrics[i + 1].words)
				i++;
		} else if (!metric->words) {
			out_text(out, "<tr><th colspan=\"2\">%s</th></tr>\n", metric->name);
		} else if (shown) {
			text_metric(text, metric, of);
			out_text(out,
				 "<tr><td>%s<small>%s</small></td><td class=\"n\">%s</td></tr>\n",
				 metric->words, metric->name, text);
		}
	}
	out_text(out, "</table>\n");
}

static void write_share(TraceOut *out, uint64_t part, uint64_t whole)
{
	double share = whole ? 100 * (double)part / (double)whole : 0;
	if (part)
		out_text(out, "<td class=\"n share\" style=\"--share: %.1f%%\">%.1f %%</td>", share,
			 share);
	else
		out_text(out, "<td class=\"n\">-</td>");
}

static void write_lines(TraceOut *out, const SimProfile *profile)
{
	PtxTally all = {0};
	char source[120];
	for (size_t i = 0; i < profile->lines; i++) {
		all.warps += profile->line[i].tally.warps;
		all.sectors += profile->line[i].tally.sectors;
		all.conflicts += profile->line[i].tally.conflicts;
	}
	out_text(out, "<table>\n<tr><th>line</th><th class=\"n\">instructions</th>"
		      "<th class=\"n\">sectors</th><th class=\"n\">conflicts</th></tr>\n");
	for (size_t i = 0; i < profile->lines; i++) {
		const SimKernelLine *line = &profile->line[i];
		text_source(source, sizeof source, line->file, line->line);
		out_text(out, "<tr><td>");
		out_xml(out, line->line ? text_file(line->file) : "(no line)");
		if (line->line)
			out_text(out, ":%u", line->line);
		out_text(out, " <code>");
		out_xml(out, source);
		out_text(out, "</code></td>");
		write_share(out, line->tally.warps, all.warps);
		write_share(out, line->tally.sectors, all.sectors);
		write_share(out, line->tally.conflicts, all.conflicts);
		out_text(out, "</tr>\n");
	}
	out_text(out, "</table>\n");
}

void profile_html(TraceOut *out, const SimProfile *profile, const char *site)
{
	const SimKernelCounts *of = &profile->counts;
	char time[TRACE_TEXT], limits[4 * TRACE_TEXT];
	text_time(time, (double)of->time, "&#181;");
	out_text(out, "<h2>");
	out_xml(out, of->name);
	out_text(out, ", launch %" PRIu64 ": %s</h2>\n<p>GPU %d, ", of->number, time, of->gpu);
	out_xml(out, site);
	out_text(out, "%sgrid %u &#215; %u &#215; %u, block %u &#215; %u &#215; %u. ",
		 *site ? ", " : "", of->grid[0], of->grid[1], of->grid[2], of->block[0],
		 of->block[1], of->block[2]);
	text_limits(limits, of);
	out_xml(out, limits);
	out_text(out, "</p>\n");
	write_lines(out, profile);
	write_metrics(out, of);
}

void profile_html_end(TraceOut *out)
{
	out_text(out, "</html>\n");
}

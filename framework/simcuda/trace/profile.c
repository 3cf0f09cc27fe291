/* profile.c - SIMCUDA_PROFILE: what each launch of a kernel of one's own did, as tables of text, or as a
 * page when the file's name ends with .html. build/bin/gpu-profile sets it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/trace/tracing.h"

#define LAUNCHES_MOST 200 /* that are shown */
#define SOURCE_MOST   60  /* characters of a line */

static TraceOut out;
static bool is_page, begun;
static uint64_t launches;

/* --- words ------------------------------------------------------------------------------------- */

const char *text_file(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

void text_source(char *text, size_t size, const char *file, uint32_t line)
{
	FILE *from = *file && line > 0 ? fopen(file, "re") : NULL;
	char row[512] = "";
	bool whole = true; /* the row that comes next begins a line */
	text[0] = '\0';
	while (from && line > 0 && fgets(row, sizeof row, from)) {
		line -= whole;
		whole = strchr(row, '\n') != NULL;
	}
	if (from)
		fclose(from);
	if (!from || line > 0)
		return;
	row[strcspn(row, "\r\n")] = '\0';
	for (char *c = row; *c; c++)
		*c = *c == '\t' ? ' ' : *c;
	snprintf(text, size, "%s", row + strspn(row, " "));
}

void text_limits(char text[4 * TRACE_TEXT], const SimKernelCounts *of)
{
	int longest = 0;
	char time[TRACE_TEXT];
	for (int i = 1; i < SIM_BOUNDS; i++)
		if (of->bound[i] > of->bound[longest])
			longest = i;
	text_time(time, of->bound[longest], "u");
	snprintf(text, 4 * TRACE_TEXT,
		 "Its time is that of %s (%s), behind what any launch takes. A multiprocessor "
		 "holds %u "
		 "of %u warps; what limits that: %s.",
		 sim_bound_name((SimBound)longest), time, of->occupancy.warps,
		 of->occupancy.warps_most, sim_limit_name((SimLimit)of->occupancy.limited_by));
}

/* --- tables of text ----------------------------------------------------------------------------- */

static void print_metrics(const SimKernelCounts *of)
{
	char text[TRACE_TEXT];
	for (size_t i = 0; i < trace_metric_count; i++) {
		const TraceMetric *metric = &trace_metrics[i];
		size_t shown = metric_shown(i, of);
		if (!metric->words && !shown) { /* nothing in the whole group */
			while (i + 1 < trace_metric_count && trace_metrics[i + 1].words)
				i++;
			continue;
		}
		if (!metric->words) {
			out_text(&out, "\n  %s\n", metric->name);
		} else if (shown) {
			text_metric(text, metric, of);
			out_text(&out, "    %-44s %14s  %s\n", metric->words, text, metric->name);
		}
	}
}

static void share_text(char text[TRACE_TEXT], uint64_t part, uint64_t whole)
{
	snprintf(text, TRACE_TEXT, "%.1f%%", 100 * (double)part / (double)whole);
	if (part == 0)
		snprintf(text, TRACE_TEXT, "-");
}

static void print_lines(const SimProfile *profile)
{
	PtxTally all = {0};
	char share[3][TRACE_TEXT], place[TRACE_TEXT], source[SOURCE_MOST];
	for (size_t i = 0; i < profile->lines; i++) {
		all.warps += profile->line[i].tally.warps;
		all.sectors += profile->line[i].tally.sectors;
		all.conflicts += profile->line[i].tally.conflicts;
	}
	out_text(&out, "\n  %-24s %12s %9s %9s %7s\n", "Source", "instructions", "sectors",
		 "conflicts", "lanes");
	for (size_t i = 0; i < profile->lines; i++) {
		const SimKernelLine *line = &profile->line[i];
		share_text(share[0], line->tally.warps, all.warps);
		share_text(share[1], line->tally.sectors, all.sectors);
		share_text(share[2], line->tally.conflicts, all.conflicts);
		snprintf(place, sizeof place, "%.60s:%u", text_file(line->file), line->line);
		if (!*line->file || line->line == 0)
			snprintf(place, sizeof place, "(no line)");
		text_source(source, sizeof source, line->file, line->line);
		out_text(&out, "    %-22s %12s %9s %9s %7.1f  %s\n", place, share[0], share[1],
			 share[2], (double)line->tally.active / (double)line->tally.warps, source);
	}
}

static void print_launch(const SimProfile *profile, const char *site)
{
	const SimKernelCounts *of = &profile->counts;
	char time[TRACE_TEXT], limits[4 * TRACE_TEXT];
	text_time(time, (double)of->time, "u");
	out_text(&out,
		 "\nkernel %s, launch %" PRIu64
		 ", GPU %d%s%s: grid %u x %u x %u, block %u x %u x %u, %s\n",
		 of->name, of->number, of->gpu, *site ? ", " : "", site, of->grid[0], of->grid[1],
		 of->grid[2], of->block[0], of->block[1], of->block[2], time);
	text_limits(limits, of);
	out_text(&out, "  %s\n", limits);
	print_metrics(of);
	print_lines(profile);
}

/* --- the sink ----------------------------------------------------------------------------------- */

static void launch_show(const SimTraceRecord *op)
{
	if (++launches > LAUNCHES_MOST)
		return;
	if (!begun && is_page)
		profile_html_begin(&out);
	else if (!begun)
		out_text(&out,
			 "simcuda: profile on %s. Counts are exact for this PTX; the time is a "
			 "guess.\n",
			 trace_machine()->name);
	begun = true;
	if (is_page)
		profile_html(&out, op->profile, text_site(&op->site));
	else
		print_launch(op->profile, text_site(&op->site));
	out_flush(&out);
}

static void take(const SimTraceRecord *call, const SimTraceRecord *op, size_t ops)
{
	(void)call;
	for (size_t i = 0; i < ops; i++)
		if (op[i].profile)
			launch_show(&op[i]);
}

static void finish(void)
{
	static bool ended; /* what comes later goes on behind it */
	if (ended || !trace_machine())
		return;
	ended = true;
	if (!begun && is_page)
		profile_html_begin(&out);
	if (!begun)
		out_text(&out, "simcuda: the program launched no kernel of its own\n");
	if (launches > LAUNCHES_MOST)
		out_text(&out, "%" PRIu64 " more launches are not shown\n",
			 launches - LAUNCHES_MOST);
	if (is_page)
		profile_html_end(&out);
	out_flush(&out);
}

static int open_profile(const char *path)
{
	size_t length = strlen(path);
	is_page = length > 5 && strcmp(path + length - 5, ".html") == 0;
	return out_open(&out, trace_profile.variable, path, 1);
}

const TraceSink trace_profile = {"SIMCUDA_PROFILE", open_profile, take, finish, NULL};

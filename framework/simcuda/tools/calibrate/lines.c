/* lines.c - figures that are one time, and those that are a straight line over the bytes moved.
 *
 * A time is the median of its rows. A line alpha + bytes / beta is drawn through two of the rows:
 * through that pair for which the mean relative error is least. That is the exact optimum, because
 * a sum of absolute errors has one on two of its points; and no starting point is to be guessed. */
#include <math.h>
#include <stdlib.h>

#include "framework/simcuda/tools/calibrate/calibrate.h"

#define FEWEST      4   /* rows of a fit */
#define MOST        160 /* rows that a line is drawn from: the work grows with the cube */
#define FEWEST_SPAN 8   /* the largest bytes of a line over the smallest */

static const struct {
	RowKind kind;
	size_t offset; /* in SimMachine */
} times[] = {
	{ROW_LAUNCH, offsetof(SimMachine, launch_time)},
	{ROW_COPY_CALL, offsetof(SimMachine, copy_call_time)},
	{ROW_SYNC, offsetof(SimMachine, sync_time)},
	{ROW_EVENT, offsetof(SimMachine, event_time)},
	{ROW_MALLOC, offsetof(SimMachine, malloc_time)},
	{ROW_FREE, offsetof(SimMachine, free_time)},
	{ROW_CLOCK, offsetof(SimMachine, clock_time)},
	{ROW_CALL, offsetof(SimMachine, call_time)},
};

/* What a line gives: a time, and a rate that is a share of `whole` (0: it stands by itself).
 * `extra` is a time that the rows contain besides. -1: none of these. */
static const struct {
	RowKind kind;
	long alpha, beta, whole, extra;
} lines[] = {
#define LINK(kind, link, extra)                                                                    \
	{                                                                                          \
		kind, offsetof(SimMachine, link.alpha), offsetof(SimMachine, link.beta), -1, extra \
	}
	LINK(ROW_H2D_PINNED, h2d_pinned, -1),
	LINK(ROW_D2H_PINNED, d2h_pinned, -1),
	LINK(ROW_H2D_PAGEABLE, h2d_pageable, offsetof(SimMachine, copy_call_time)),
	LINK(ROW_D2H_PAGEABLE, d2h_pageable, offsetof(SimMachine, copy_call_time)),
	LINK(ROW_D2D, d2d, -1),
	LINK(ROW_PEER, peer, -1),
	LINK(ROW_PEER_THROUGH_HOST, peer_through_host, -1),
	{ROW_KERNEL, offsetof(SimMachine, kernel_time), offsetof(SimMachine, memory_share),
	 offsetof(SimMachine, memory_rate), -1},
	{ROW_HOST_ALLOC, offsetof(SimMachine, host_alloc_time),
	 offsetof(SimMachine, host_alloc_rate), -1, -1},
};

/* A time, or a line, with all that making it needs. */
typedef struct Line {
	RowKind kind;
	double extra; /* ns that the rows contain besides */
	double whole; /* what beta is rounded as a share of; 1: by itself */
	double most;  /* that share */
	double alpha, beta;
} Line;

static double *field(SimMachine *machine, long offset)
{
	return (double *)(void *)((char *)machine + offset);
}

/* Copies the rows of a kind that may be seen. */
static size_t gather(const Rows *rows, RowKind kind, int without, Row **found)
{
	size_t count = 0;
	*found = calloc(rows->count, sizeof **found);
	if (!*found)
		abort(); /* a few thousand rows */
	for (size_t i = 0; i < rows->count; i++)
		if (rows->row[i].kind == kind && rows->row[i].part != without)
			(*found)[count++] = rows->row[i];
	return count;
}

static size_t count_rows(const Rows *rows, RowKind kind)
{
	size_t count = 0;
	for (size_t i = 0; i < rows->count; i++)
		count += rows->row[i].kind == kind;
	return count;
}

static void say_kept(RowKind kind, size_t count)
{
	if (count > 0)
		printf("%s: %zu rows are too few, or too much alike; the model's figures stay\n",
		       row_kind_names[kind], count);
}

/* --- times ------------------------------------------------------------------------------------ */

static bool time_make(void *context, const Rows *rows, int without)
{
	Line *line = context;
	Row *row;
	size_t count = gather(rows, line->kind, without, &row);
	double *time = calloc(count + 1, sizeof *time);
	if (!time)
		abort();
	for (size_t i = 0; i < count; i++)
		time[i] = row[i].nanoseconds;
	if (count > 0)
		line->alpha = figure_round(median_of(time, count));
	free(time);
	free(row);
	return count > 0;
}

static double time_model(const void *context, const Row *row)
{
	const Line *line = context;
	return row->kind == line->kind ? line->alpha : 0;
}

void fit_calls(const Rows *rows, Result *result)
{
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		Line line = {.kind = times[i].kind};
		const Method method = {time_make, time_model, &line};
		size_t count = count_rows(rows, line.kind);
		Fit *fit = count < FEWEST ? NULL : fit_validate(result, rows, &method);
		if (!fit) {
			say_kept(line.kind, count);
			continue;
		}
		*field(&result->machine, (long)times[i].offset) = line.alpha;
		fit->kind = row_kind_names[line.kind];
		snprintf(fit->figures, sizeof fit->figures, "%s_time", fit->kind);
	}
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Leaves at most MOST rows, evenly taken. */
static size_t thin_out(Row *row, size_t count)
{
	size_t every = (count + MOST - 1) / MOST, kept = 0;
	for (size_t i = 0; i < count; i += every)
		row[kept++] = row[i];
	return kept;
}

static double line_loss(const Row *row, size_t count, double alpha, double slope)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += fabs((alpha + slope * row[i].bytes) / row[i].nanoseconds - 1);
	return sum;
}

/* False: no pair gives a line that rises from a time that is not negative. */
static bool line_fit(const Row *row, size_t count, Line *line)
{
	double least = INFINITY;
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < count; k++) {
			double run = row[k].bytes - row[i].bytes;
			double slope = (row[k].nanoseconds - row[i].nanoseconds) / run;
			double alpha = row[i].nanoseconds - slope * row[i].bytes;
			if (k == i || !(alpha >= 0)) { /* a line from nothing */
				alpha = 0;
				slope = row[i].nanoseconds / row[i].bytes;
			}
			double loss = slope > 0 ? line_loss(row, count, alpha, slope) : INFINITY;
			if (loss < least) {
				least = loss;
				line->alpha = alpha;
				line->beta = 1 / slope;
			}
		}
	return least < INFINITY;
}

static bool has_span(const Row *row, size_t count)
{
	double least = INFINITY, most = 0;
	for (size_t i = 0; i < count; i++) {
		least = row[i].bytes < least ? row[i].bytes : least;
		most = row[i].bytes > most ? row[i].bytes : most;
	}
	return count >= FEWEST && most >= FEWEST_SPAN * least;
}

static bool line_make(void *context, const Rows *rows, int without)
{
	Line *line = context;
	Row *row;
	size_t count = gather(rows, line->kind, without, &row);
	for (size_t i = 0; i < count; i++)
		row[i].nanoseconds =
			row[i].nanoseconds > line->extra ? row[i].nanoseconds - line->extra : 1;
	bool made = has_span(row, count) && line_fit(row, thin_out(row, count), line);
	if (made) {
		double share = figure_round(line->beta / line->whole);
		line->alpha = figure_round(line->alpha);
		line->beta = line->whole * (share < line->most ? share : line->most);
	}
	free(row);
	return made;
}

static double line_model(const void *context, const Row *row)
{
	const Line *line = context;
	return row->kind == line->kind ? line->extra + line->alpha + row->bytes / line->beta : 0;
}

static void fit_line(const Rows *rows, size_t which, Result *result)
{
	SimMachine *machine = &result->machine;
	long extra = lines[which].extra, whole = lines[which].whole;
	Line line = {.kind = lines[which].kind,
		     .extra = extra < 0 ? 0 : *field(machine, extra),
		     .whole = whole < 0 ? 1 : *field(machine, whole),
		     .most = whole < 0 ? INFINITY : 1};
	const Method method = {line_make, line_model, &line};
	Fit *fit = fit_validate(result, rows, &method);
	if (!fit) {
		say_kept(line.kind, count_rows(rows, line.kind));
		return;
	}
	const char *name = fit->kind = row_kind_names[line.kind];
	*field(machine, lines[which].alpha) = line.alpha;
	*field(machine, lines[which].beta) = figure_round(line.beta / line.whole);
	if (line.kind == ROW_KERNEL || line.kind == ROW_HOST_ALLOC) {
		snprintf(fit->figures, sizeof fit->figures, "%s_time %s", name,
			 line.kind == ROW_KERNEL ? "memory_share" : "host_alloc_rate");
		return;
	}
	snprintf(fit->figures, sizeof fit->figures, "%s_alpha %s_beta", name, name);
	fit->large = "of 64 KiB and more";
}

void fit_lines(const Rows *rows, Result *result)
{
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		fit_line(rows, i, result);
}

/* timeline.c - a trace of the student's process or of its machine's, read with care: regular, of
 * bounded size, JSON.
 *
 * Of the events only those are taken that say how long something took ("X") and stand for a call of
 * the host, declared host work, or an operation on its stream's track; the tracks of the engines
 * repeat the operations. An operation belongs to the call of the same number. */
#include "grader/wire/timeline.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/file.h"
#include "grader/base/large.h"
#include "grader/base/text.h"
#include "grader/wire/findings.h"
#include "grader/wire/trace_events.h"

#define TRACE_MAX (16 * 1024 * 1024)

static const struct {
	const char *category;
	RunOpKind kind;
	int on_gpu;
} kinds[] = {
	{"call", RUN_OP_CALL, 0}, {"work", RUN_OP_HOST_WORK, 0}, {"copy", RUN_OP_COPY, 1},
	{"fill", RUN_OP_FILL, 1}, {"kernel", RUN_OP_KERNEL, 1},
};

/* The row of kinds[] for an event, or -1. */
static int kind_find(const TraceEvent *event)
{
	if (!event->phase || !event->category || strcmp(event->phase, "X") != 0)
		return -1;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(event->category, kinds[i].category) == 0)
			return (int)i;
	return -1;
}

/* "GPU 1" is 1; every other place is the host's memory. */
static int place_read(const char *text)
{
	int gpu;

	return text && sscanf(text, "GPU %d", &gpu) == 1 ? gpu : -1;
}

static bool is_pageable(const char *text)
{
	return text && strcmp(text, "pageable host memory") == 0;
}

/* The N of "folder/lab5_x.c:N" when that is the source. */
static int line_read(const char *at, const char *source)
{
	const char *own = site_own(at, source);

	return !own ? 0 : (int)strtol(own + strlen(source) + 1, NULL, 10);
}

static void op_read(const TraceEvent *event, int row, const char *source, double go_us, RunOp *op)
{
	*op = (RunOp){.kind = kinds[row].kind, .gpu = -1, .from = -1, .to = -1};
	if (event->name)
		text_clean(op->name, sizeof op->name, event->name, strlen(event->name));
	op->start = event->start - go_us;
	op->end = op->start + event->duration;
	op->waited = event->waited;
	op->bytes = event->bytes;
	op->flops = event->flops;
	op->line = line_read(event->at, source);
	op->failed = event->error != NULL;
	op->number = event->call;
	if (!kinds[row].on_gpu)
		return;
	op->gpu = (int)event->process - 2; /* 1 is the host */
	op->stream = event->track;
	op->on_default = event->stream && strcmp(event->stream, "default stream") == 0;
	if (op->kind != RUN_OP_COPY)
		return;
	op->from = place_read(event->from);
	op->to = place_read(event->to);
	op->pinned = !is_pageable(event->from) && !is_pageable(event->to);
}

/* The numbers of the first and the last call that began in the window, in whichever thread: 0 and 0
 * for none. */
static void calls_find(const TraceEvents *events, double go_us, double end_us, json_int_t *first,
		       json_int_t *last)
{
	*first = *last = 0;
	for (size_t i = 0; i < events->count; i++) {
		const TraceEvent *event = &events->event[i];
		int row = kind_find(event);

		if (row < 0 || kinds[row].on_gpu || event->start < go_us || event->start >= end_us)
			continue;
		*first = *first == 0 || event->call < *first ? event->call : *first;
		*last = event->call > *last ? event->call : *last;
	}
}

typedef struct Order {
	RunOp op;
	const char *at;    /* where it was called; NULL: not known */
	size_t place;      /* in the trace: a call stands before its operations */
	int call;          /* among the places whose lines are looked for; -1: none of them */
	json_int_t number; /* of the call */
} Order;

/* A machine in a process of its own knows the program's addresses only: "@1a2b 3c4d". */
static int frames_read(const char *at, CallSite *call)
{
	char *end = NULL;

	memset(call, 0, sizeof *call);
	if (!at || at[0] != '@')
		return 0;
	at++;
	for (int i = 0; i < CALL_SITE_FRAMES && *at != '\0'; i++, at = end) {
		call->frame[i] = strtoull(at, &end, 16);
		if (end == at)
			break;
	}
	return 1;
}

static int place_compare(const void *a, const void *b)
{
	const Order *x = *(void *const *)a, *y = *(void *const *)b;

	return strcmp(x->at, y->at);
}

/* The lines of such places, all at once, each place once: a program may have very many. */
static void lines_find(LineFinder *lines, const char *table, Order *found, int count)
{
	CallSite *calls = calloc((size_t)count + 1, sizeof *calls);
	void **placed = calloc((size_t)count + 1, sizeof *placed);
	int places = 0, known = 0;

	for (int i = 0; i < count; i++) {
		found[i].call = -1;
		if (placed && found[i].at)
			placed[places++] = &found[i];
	}
	if (placed)
		qsort(placed, (size_t)places, sizeof *placed, place_compare);
	for (int i = 0; calls && i < places; i++) {
		Order *order = placed[i];
		const Order *before = i > 0 ? placed[i - 1] : NULL;

		if (before && strcmp(before->at, order->at) == 0)
			order->call = before->call;
		else if (frames_read(order->at, &calls[known]))
			order->call = known++;
	}
	if (calls && known > 0)
		lines(table, calls, known);
	for (int i = 0; calls && i < count; i++)
		if (found[i].call >= 0)
			found[i].op.line = calls[found[i].call].line;
	free(placed);
	free(calls);
}

static int order_compare(const void *a, const void *b)
{
	const Order *x = a, *y = b;

	if (x->op.start < y->op.start || x->op.start > y->op.start)
		return x->op.start < y->op.start ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

static int number_compare(const void *a, const void *b)
{
	const Order *x = a, *y = b;

	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

/* Tells each operation when the call began that issued it. */
static void calls_tell(Order *found, int count)
{
	const RunOp *call = NULL;
	json_int_t of = 0;

	qsort(found, (size_t)count, sizeof *found, number_compare);
	for (int i = 0; i < count; i++) {
		RunOp *op = &found[i].op;
		if (op->kind == RUN_OP_CALL && (!call || found[i].number != of)) {
			call = op;
			of = found[i].number;
		}
		op->called = call && found[i].number == of ? call->start : op->start;
	}
}

static void ops_read(const TraceEvents *events, LineFinder *lines, const char *source,
		     const char *table, double go_us, double end_us, Timeline *timeline)
{
	Order *found = large_grow(NULL, (events->count + 1) * sizeof *found);
	RunOp *ops = large_grow(NULL, (events->count + 1) * sizeof *ops);
	json_int_t first, last;
	int count = 0;

	calls_find(events, go_us, end_us, &first, &last);
	for (size_t i = 0; i < events->count; i++) {
		const TraceEvent *event = &events->event[i];
		int row = kind_find(event);

		if (row < 0 || first == 0 || event->call < first || event->call > last)
			continue;
		op_read(event, row, source, go_us, &found[count].op);
		found[count].at = event->at;
		found[count].place = i;
		found[count].number = event->call;
		count += isfinite(found[count].op.start) && isfinite(found[count].op.end);
	}
	lines_find(lines, table, found, count);
	calls_tell(found, count);
	qsort(found, (size_t)count, sizeof *found, order_compare);
	for (int k = 0; k < count; k++)
		ops[k] = found[k].op;
	*timeline = (Timeline){ops, count, 1};
	large_free(found);
}

void timeline_read(int fd, const char *trace, const char *source, const char *table,
		   LineFinder *lines, int64_t go_ns, int64_t end_ns, Timeline *timeline)
{
	size_t bytes;
	char *text = file_load_large(fd, trace, TRACE_MAX, &bytes);
	double go_us = (double)go_ns / 1e3, end_us = (double)end_ns / 1e3;
	TraceEvents events;

	if (text && trace_events_read(text, bytes, &events)) {
		ops_read(&events, lines, source, table, go_us, end_us, timeline);
		trace_events_free(&events);
	}
	large_free(text);
}

void timeline_free(Timeline *timeline)
{
	large_free(timeline->ops);
	*timeline = (Timeline){NULL, 0, 0};
}

/* --- what a list of operations tells ---------------------------------------------------------- */

typedef struct Edge {
	double at;
	int first, second; /* +1: one of that kind begins, -1: it ends */
} Edge;

static int edge_compare(const void *a, const void *b)
{
	const Edge *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

/* Sweeps over the beginnings and ends, with the number of those under way of both kinds. */
static double sweep(const RunOp *ops, int count, RunOpTakes *takes, RunOpTakes *other,
		    const void *data)
{
	Edge *edges = memory_new(((size_t)count * 2 + 1) * sizeof *edges);
	int used = 0, first = 0, second = 0;
	double sum = 0;

	for (int i = 0; i < count; i++) {
		int one = takes(&ops[i], data) != 0;
		int two = !other ? one : other(&ops[i], data) != 0;

		if (!one && !two)
			continue;
		edges[used++] = (Edge){ops[i].start, one, two};
		edges[used++] = (Edge){ops[i].end, -one, -two};
	}
	qsort(edges, (size_t)used, sizeof *edges, edge_compare);
	for (int i = 0; i + 1 < used; i++) {
		first += edges[i].first;
		second += edges[i].second;
		if (first > 0 && second > 0)
			sum += edges[i + 1].at - edges[i].at;
	}
	free(edges);
	return sum;
}

static bool is_named(const RunOp *op, const char *begin)
{
	return op->kind == RUN_OP_CALL && strncmp(op->name, begin, strlen(begin)) == 0;
}

bool op_is_reading(const RunOp *op)
{
	return is_named(op, "clock");
}

bool op_is_sleep(const RunOp *op)
{
	return is_named(op, "sleep");
}

double ops_busy(const RunOp *ops, int count, RunOpTakes *takes, const void *data)
{
	return sweep(ops, count, takes, NULL, data);
}

double ops_overlap(const RunOp *ops, int count, RunOpTakes *takes, RunOpTakes *other,
		   const void *data)
{
	return sweep(ops, count, takes, other, data);
}

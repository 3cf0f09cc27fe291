/* timeline.c - SIMCUDA_TIMELINE: collects the bars of the picture that svg.c draws. */
#include <stdio.h>
#include <stdlib.h>

#include "framework/simcuda/trace/svg.h"
#include "framework/simcuda/trace/tracing.h"

#define MOST_STREAMS 12 /* lanes of one GPU; further streams share one */
#define MOST_THREADS 8

static TraceOut out;
static TraceLanes lanes;
static enum { ALL, OPEN, SHUT } window; /* of cudaProfilerStart */

static TraceBar bar_of(const SimTraceRecord *record, TraceColour colour, const char *name)
{
	int64_t time = record->end - record->start;
	return (TraceBar){.start = record->start,
			  .end = record->end,
			  .busy = time,
			  .longest = time,
			  .count = 1,
			  .colour = colour,
			  .name = name,
			  .site = text_site(&record->site),
			  .bytes = record->bytes,
			  .flops = record->flops};
}

static void add_bar(int gpu, LaneKind kind, unsigned number, const char *label, const TraceBar *bar)
{
	TraceLane *lane = lanes_find(&lanes, gpu, kind, number);
	if (!lane)
		return;
	if (!lane->label[0])
		snprintf(lane->label, sizeof lane->label, "%s", label);
	lanes_add(&lanes, lane, bar);
}

static TraceColour colour_of(const SimTraceRecord *op)
{
	switch (op->kind) {
	case SIM_TRACE_COPY:
		if (op->to >= 0 && op->from >= 0)
			return COLOUR_WITHIN;
		return op->to >= 0 ? COLOUR_IN : COLOUR_OUT;
	case SIM_TRACE_FILL:
		return COLOUR_FILL;
	case SIM_TRACE_FUNCTION:
		return COLOUR_WORK;
	case SIM_TRACE_MARK:
		return COLOUR_MARK;
	default:
		return COLOUR_KERNEL;
	}
}

static void add_call(const SimTraceRecord *call)
{
	int work = call->code == SIM_HOST_WORK;
	int waits = 2 * call->waited > call->end - call->start;
	char label[TRACE_TEXT];
	TraceBar bar = bar_of(call,
			      work    ? COLOUR_WORK
			      : waits ? COLOUR_WAIT
				      : COLOUR_CALL,
			      work ? "host work" : call->name);
	unsigned thread = (unsigned)call->thread;
	snprintf(label, sizeof label, "host thread %u", thread);
	if (thread < MOST_THREADS)
		add_bar(-1, LANE_HOST, thread, label, &bar);
	else
		add_bar(-1, LANE_MORE, 0, "more threads", &bar);
}

static void add_operation(const SimTraceRecord *op)
{
	TraceBar bar = bar_of(op, colour_of(op), text_operation(op));
	char label[TRACE_TEXT];
	text_stream(label, op);
	int own = op->stream <= MOST_STREAMS;
	if (op->kind == SIM_TRACE_MARK && own)
		add_bar(op->gpu, LANE_MARKS, op->stream, label, &bar);
	else if (op->kind != SIM_TRACE_MARK)
		add_bar(op->gpu, own ? LANE_STREAM : LANE_MORE, own ? op->stream : 0,
			own ? label : "more streams", &bar);
	for (int i = 0; i < op->engines; i++)
		add_bar(op->on[i].gpu, LANE_ENGINE, op->on[i].engine, text_engine(op->on[i].engine),
			&bar);
}

static void add(const SimTraceRecord *call, const SimTraceRecord *op, size_t ops)
{
	if (window == SHUT)
		return;
	add_call(call);
	for (size_t i = 0; i < ops; i++)
		if (op[i].kind != SIM_TRACE_MEMORY)
			add_operation(&op[i]);
}

static void set_window(int open, int64_t now)
{
	if (open && window != OPEN) {
		if (window == ALL) {
			lanes_clear(&lanes);
			lanes.origin = lanes.latest = now;
		}
		window = OPEN;
	} else if (!open && window == OPEN) {
		window = SHUT;
	}
}

static void finish(void)
{
	if (out_restart(&out) != 0)
		return;
	lanes_sort(&lanes);
	svg_draw(&out, &lanes, trace_machine());
	out_flush(&out);
}

static int open_timeline(const char *path)
{
	return out_open(&out, trace_timeline.variable, path, 0);
}

const TraceSink trace_timeline = {"SIMCUDA_TIMELINE", open_timeline, add, finish, set_window};

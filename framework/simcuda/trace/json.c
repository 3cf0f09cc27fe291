/* json.c - SIMCUDA_TRACE: the list of events that Perfetto and Chrome's tracing page read.
 *
 * Process 1 is the host, with a track for each thread; each GPU is a process, with a track for each
 * stream and one for each engine. An operation stands on its stream's track, with its figures, and
 * again on the tracks of its engines. An arrow leads from a call to each operation that it issued.
 * Format: "Trace Event Format", the JSON array form (Google, 2016).
 *
 * Where a judge reads it (trace_brief()), events are left out that it does not look at, and of the rest what it does
 * not ask for.
 *
 * The file is complete after every piece that is written: the bracket that closes the list is
 * written each time and written over by the next piece. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/trace/tracing.h"

#define HOST_PROCESS 1

/* Track numbers, unlike in any two processes. */
#define GPU_TRACKS    10000000
#define ENGINE_TRACKS 1
#define STREAM_TRACKS 10

/* So much is written at a time. */
#define PIECE 32768

#define CLOSING "\n]\n"

static TraceOut out;
static int begun, events; /* whether the bracket, and whether any event, has been written */
static int closed;        /* the file ends with the closing bracket */
static int ended;         /* it does, and what was written cannot be written over: a pipe */

/* --- for a judge ------------------------------------------------------------------------------ */

#define PARTS 64 /* measured ones whose times are kept; of more, all that comes is written */

static bool brief;
static struct {
	int64_t begin, end; /* both belong to it */
	uint64_t
		last; /* call: a thread whose clock is behind that of others goes on in it when it is over */
} part[PARTS];
static int parts;
static uint64_t latest; /* the number of the call that was seen last */

void trace_brief(void)
{
	brief = true;
}

void trace_part(bool begins, int64_t now)
{
	if (begins && parts < PARTS) {
		part[parts].begin = now;
		part[parts].last = UINT64_MAX;
		part[parts++].end = INT64_MAX;
	} else if (!begins && parts > 0 && parts < PARTS && part[parts - 1].end == INT64_MAX) {
		part[parts - 1].end = now;
		part[parts - 1].last = latest;
	}
}

/* Whether a judge looks at what that call has issued. */
static bool is_read(const SimTraceRecord *call)
{
	for (int i = 0; i < parts; i++)
		if (call->start >= part[i].begin && call->start <= part[i].end &&
		    call->call <= part[i].last)
			return true;
	return false;
}

/* --- tracks ----------------------------------------------------------------------------------- */

static int gpu_process(int gpu)
{
	return HOST_PROCESS + 1 + gpu;
}

static int engine_track(int gpu, SimEngine engine)
{
	return (gpu + 1) * GPU_TRACKS + ENGINE_TRACKS + (int)engine;
}

static int stream_track(int gpu, unsigned stream)
{
	return (gpu + 1) * GPU_TRACKS + STREAM_TRACKS + (int)(stream % (GPU_TRACKS / 2));
}

/* --- pieces of events ------------------------------------------------------------------------ */

static void begin_event(char phase, const char *category, int process, int track)
{
	out_text(&out, "%s\n{\"ph\":\"%c\",\"pid\":%d,\"tid\":%d",
		 events  ? ","
		 : begun ? ""
			 : "[",
		 phase, process, track);
	begun = events = 1;
	if (category)
		out_text(&out, ",\"cat\":\"%s\"", category);
}

static void put_text(const char *key, const char *text)
{
	out_text(&out, "\"%s\":\"", key);
	out_json(&out, text);
	out_text(&out, "\"");
}

/* Microseconds. Times are never negative. */
static void put_time(const char *key, int64_t nanoseconds)
{
	out_text(&out, ",\"%s\":%" PRId64 ".%03d", key, nanoseconds / 1000,
		 (int)(nanoseconds % 1000));
}

static void put_span(const char *name, int64_t start, int64_t end)
{
	out_text(&out, ",");
	put_text("name", name);
	put_time("ts", start);
	put_time("dur", end - start);
}

static void put_metadata(const char *what, int process, int track, const char *name, int order)
{
	begin_event('M', NULL, process, track);
	out_text(&out, ",\"name\":\"%s_name\",\"args\":{", what);
	put_text("name", name);
	out_text(&out, "}}");
	begin_event('M', NULL, process, track);
	out_text(&out, ",\"name\":\"%s_sort_index\",\"args\":{\"sort_index\":%d}}", what, order);
}

/* --- processes and tracks, named when they are first used ------------------------------------ */

typedef struct Seen {
	unsigned char *bit;
	size_t room;
} Seen;

/* Whether this is the first time; without memory, never. */
static int see(Seen *seen, unsigned number)
{
	if (number >= seen->room) {
		size_t room = (size_t)number * 2 + 64;
		unsigned char *grown = realloc(seen->bit, room);
		if (!grown)
			return 0;
		for (size_t i = seen->room; i < room; i++)
			grown[i] = 0;
		seen->bit = grown;
		seen->room = room;
	}
	int is_first = !seen->bit[number];
	seen->bit[number] = 1;
	return is_first;
}

static void see_gpu(int gpu)
{
	static Seen gpus;
	char name[sizeof trace_machine()->name + 32];
	if (!see(&gpus, (unsigned)gpu))
		return;
	snprintf(name, sizeof name, "GPU %d: %s", gpu, trace_machine()->name);
	put_metadata("process", gpu_process(gpu), engine_track(gpu, 0), name, gpu + 1);
	for (int e = 0; e < SIM_ENGINES; e++)
		put_metadata("thread", gpu_process(gpu), engine_track(gpu, (SimEngine)e),
			     text_engine((SimEngine)e), GPU_TRACKS + e);
}

static void see_stream(const SimTraceRecord *op)
{
	static Seen streams[MACHINE_MAX_GPUS];
	char name[TRACE_TEXT];
	see_gpu(op->gpu);
	if (!see(&streams[op->gpu], op->stream))
		return;
	text_stream(name, op);
	put_metadata("thread", gpu_process(op->gpu), stream_track(op->gpu, op->stream), name,
		     (int)op->stream);
}

static void see_thread(int thread)
{
	static Seen threads;
	char name[TRACE_TEXT];
	if (!see(&threads, (unsigned)thread))
		return;
	if (thread == 0)
		put_metadata("process", HOST_PROCESS, 1, "host", 0);
	snprintf(name, sizeof name, "host thread %d", thread);
	put_metadata("thread", HOST_PROCESS, thread + 1, name, thread);
}

/* --- events ---------------------------------------------------------------------------------- */

/* Whole numbers of %lu are written several times as fast as those of %.0f. */
static void put_count(const char *key, double count)
{
	if (count >= 1 && count < 0x1p53 && count == (double)(uint64_t)count)
		out_text(&out, ",\"%s\":%" PRIu64, key, (uint64_t)count);
	else if (count > 0)
		out_text(&out, ",\"%s\":%.0f", key, count);
}

static void write_figures(const SimTraceRecord *record)
{
	double time = (double)(record->end - record->start);
	put_count("bytes", record->bytes);
	put_count("flops", record->flops);
	if (brief)
		return;
	if (record->bytes > 0 && time > 0)
		out_text(&out, ",\"GB/s\":%.4g", record->bytes / time);
	if (record->flops > 0 && time > 0)
		out_text(&out, ",\"GFLOP/s\":%.4g", record->flops / time);
}

static void write_counts(const SimTraceRecord *op)
{
	char text[TRACE_TEXT];
	if (!op->profile)
		return;
	const SimKernelCounts *of = &op->profile->counts;
	out_text(&out, ",\"PTX instructions\":%" PRIu64, of->counts.warp_instructions);
	for (size_t i = 0; i < trace_metric_count; i++) {
		const TraceMetric *metric = &trace_metrics[i];
		if (!metric->words || !*metric->name)
			continue;
		snprintf(text, sizeof text, "%.10g", metric->value(of));
		out_text(&out, ",\"%s\":%s", metric->name, text);
	}
}

static void write_site(const SimTraceRecord *record)
{
	const char *site = text_site(&record->site);
	if (!*site)
		return;
	out_text(&out, ",");
	put_text("at", site);
}

static void write_call(const SimTraceRecord *call)
{
	if (!brief)
		see_thread(call->thread);
	int work = call->code == SIM_HOST_WORK;
	begin_event('X', work ? "work" : "call", HOST_PROCESS, call->thread + 1);
	put_span(work ? "host work" : call->name, call->start, call->end);
	out_text(&out, ",\"args\":{\"call\":%" PRIu64, call->call);
	write_site(call);
	write_figures(call);
	if (call->waited > 0)
		put_time("waited us", call->waited);
	if (call->error != cudaSuccess)
		out_text(&out, ",\"error\":\"%s\"", trace_error_name(call->error));
	out_text(&out, "}}");
}

static void write_arrow(const SimTraceRecord *call, const SimTraceRecord *op)
{
	begin_event('s', "issue", HOST_PROCESS, call->thread + 1);
	out_text(&out, ",\"name\":\"issues\",\"id\":%" PRIu64, op->op);
	put_time("ts", call->start);
	out_text(&out, "}");
	begin_event('f', "issue", gpu_process(op->gpu), stream_track(op->gpu, op->stream));
	out_text(&out, ",\"name\":\"issues\",\"bp\":\"e\",\"id\":%" PRIu64, op->op);
	put_time("ts", op->start);
	out_text(&out, "}");
}

static void write_mark(const SimTraceRecord *call, const SimTraceRecord *op)
{
	begin_event('i', "mark", gpu_process(op->gpu), stream_track(op->gpu, op->stream));
	out_text(&out, ",\"s\":\"t\",");
	put_text("name", text_operation(op));
	put_time("ts", op->end);
	out_text(&out, ",\"args\":{\"call\":%" PRIu64 ",\"op\":%" PRIu64, call->call, op->op);
	if (op->after)
		out_text(&out, ",\"after op\":%" PRIu64, op->after);
	write_site(op);
	out_text(&out, "}}");
}

static void write_memory(const SimTraceRecord *op)
{
	see_gpu(op->gpu);
	begin_event('C', "memory", gpu_process(op->gpu), engine_track(op->gpu, 0));
	out_text(&out, ",\"name\":\"memory\"");
	put_time("ts", op->end);
	out_text(&out, ",\"args\":{\"bytes\":%.0f}}", op->bytes);
}

static const char *const categories[SIM_TRACE_KINDS] = {
	[SIM_TRACE_COPY] = "copy",
	[SIM_TRACE_FILL] = "fill",
	[SIM_TRACE_KERNEL] = "kernel",
	[SIM_TRACE_FUNCTION] = "function",
};

static void write_work(const SimTraceRecord *call, const SimTraceRecord *op)
{
	char stream[TRACE_TEXT];
	text_stream(stream, op);
	begin_event('X', categories[op->kind], gpu_process(op->gpu),
		    stream_track(op->gpu, op->stream));
	put_span(text_operation(op), op->start, op->end);
	out_text(&out, ",\"args\":{\"call\":%" PRIu64 ",\"op\":%" PRIu64 ",\"stream\":\"%s\"",
		 call->call, op->op, stream);
	write_site(op);
	write_figures(op);
	write_counts(op);
	if (op->kind == SIM_TRACE_COPY) {
		out_text(&out, ",");
		put_text("from", text_place(op, op->from));
		out_text(&out, ",");
		put_text("to", text_place(op, op->to));
	}
	out_text(&out, "}}");
	if (brief)
		return;
	write_arrow(call, op);
	for (int i = 0; i < op->engines; i++) {
		see_gpu(op->on[i].gpu);
		begin_event('X', "engine", gpu_process(op->on[i].gpu),
			    engine_track(op->on[i].gpu, op->on[i].engine));
		put_span(text_operation(op), op->start, op->end);
		out_text(&out, ",\"args\":{\"op\":%" PRIu64 ",\"stream\":\"%s\"}}", op->op, stream);
	}
}

static void finish_trace(void)
{
	if (closed || ended)
		return;
	out_text(&out, "%s%s", begun ? "" : "[", CLOSING);
	out_flush(&out);
	begun = closed = 1;
}

static void write_both(const SimTraceRecord *call, const SimTraceRecord *op, size_t ops)
{
	write_call(call);
	for (size_t i = 0; i < ops; i++) {
		bool works = op[i].kind == SIM_TRACE_COPY || op[i].kind == SIM_TRACE_FILL ||
			     op[i].kind == SIM_TRACE_KERNEL;
		if (brief && !works)
			continue;
		if (op[i].kind == SIM_TRACE_MEMORY) {
			write_memory(&op[i]);
			continue;
		}
		if (!brief)
			see_stream(&op[i]);
		if (op[i].kind == SIM_TRACE_MARK)
			write_mark(call, &op[i]);
		else
			write_work(call, &op[i]);
	}
}

/* Whether it is a question whether work is over that has the same answer as the one before it, in the same line: who asks
 * until it is over asks ten thousand times. */
static bool is_asked_again(const SimTraceRecord *call)
{
	static SimTraceRecord before;
	const bool again = (call->code == SIM_STREAM_QUERY || call->code == SIM_EVENT_QUERY) &&
			   call->error == cudaErrorNotReady && before.error == call->error &&
			   before.code == call->code && before.thread == call->thread &&
			   memcmp(&before.site, &call->site, sizeof call->site) == 0;
	before = *call;
	return again;
}

static void write_all(const SimTraceRecord *call, const SimTraceRecord *op, size_t ops)
{
	if (closed)
		ended = out_back(&out, (int)strlen(CLOSING)) != 0;
	closed = 0;
	latest = call->call;
	if (ended || out.file < 0)
		return;
	if (!brief || (is_read(call) && !is_asked_again(call)))
		write_both(call, op, ops);
	if (out.used >= PIECE && out_back(&out, 0) == 0)
		finish_trace();
}

/* A program that is killed leaves at least an empty list. */
static int open_trace(const char *path)
{
	if (out_open(&out, trace_json.variable, path, 0) != 0)
		return -1;
	if (out_back(&out, 0) == 0)
		finish_trace();
	return 0;
}

const TraceSink trace_json = {"SIMCUDA_TRACE", open_trace, write_all, finish_trace, NULL};

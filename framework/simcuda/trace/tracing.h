/* tracing.h - what turns the machine's trace into files, grouped by source file.
 *
 * Theory of operation. SIMCUDA_TRACE, SIMCUDA_SUMMARY, SIMCUDA_TIMELINE and SIMCUDA_PROFILE each name a
 * file and with it a sink. The machine's records are collected into calls, each with the operations that it
 * issued, and every sink gets each call once, when it is over. All of it happens under the
 * machine's lock. What only the owner of the machine knows, such as the texts of call sites, he
 * tells (TraceOwner): the program's process, or the server of a machine in another process.
 *
 * Nothing here writes addresses, real times or process numbers: the same program gives the same
 * bytes. */
#ifndef TRACING_H
#define TRACING_H

#include <stddef.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stdint.h>

#include "framework/simcuda/core/sim.h"
#include "framework/simcuda/core/trace.h" /* the core's */

/* --- sinks.c: which sinks there are, and feeding them ---------------------------------------- */

/* What a trace has to be told by whoever owns the machine. */
typedef struct TraceOwner {
	const SimMachine *machine; /* its figures */
	/* Writes "a.c:12", or "" when it is not known. */
	void (*site)(const SimSite *site, char *text, size_t size);
	const char *(*error_name)(cudaError_t error);
	/* The process is about to die of SIGABRT: calls trace_finish(), if the lock can be had. */
	void (*abort)(void);
} TraceOwner;

/* Opens what the environment asks for, before there is a machine. */
void trace_open(void);

/* The machine has just been made: the same, and what happens is recorded. Both arguments stay
 * valid. */
void trace_begin(Sim *sim, const TraceOwner *owner);

/* Whether there is a trace. */
int trace_wanted(void);

/* Passes on what has gathered, once it is much; under the lock. */
void trace_pass_on(void);

/* Passes on everything and completes the files; what comes later continues them. Under the lock,
 * or in a process that never made a machine, which leaves empty files. */
void trace_finish(void);

/* Whether trace_finish() would do something now; not while a trace is being written, by whom a
 * signal handler may have interrupted. */
int trace_is_idle(void);

/* cudaProfilerStart and cudaProfilerStop, at the time `now`, ns: the first limits the timeline to
 * what follows. Under the lock. */
void trace_window(int open, int64_t now);

/* The figures of the machine; NULL: none has been made. */
const SimMachine *trace_machine(void);

/* As the owner tells them. */
void trace_site(const SimSite *site, char *text, size_t size);
const char *trace_error_name(cudaError_t error);

typedef struct TraceSink {
	const char *variable;
	/* 0, or -1 after a line on stderr: the sink is then left out. */
	int (*open)(const char *path);
	void (*call)(const SimTraceRecord *call, const SimTraceRecord *op, size_t ops);
	void (*finish)(void);
	void (*window)(int open, int64_t now); /* or NULL */
} TraceSink;

/* json.c: from now on only what a judge reads (grader/wire/trace_events.h): calls and host work that begin in
 * measured parts, and the copies, fills and kernels that they issue. Then where such a part begins or ends, ns. */
void trace_brief(void);
void trace_part(bool begins, int64_t now);

extern const TraceSink trace_json, trace_summary, trace_timeline, trace_profile;

/* --- name.c ---------------------------------------------------------------------------------- */

/* The name of the CUDA or cuBLAS function that the program called and that led here; NULL when it
 * is not known. */
const char *trace_name(void);

/* --- out.c: a file that is written in pieces ------------------------------------------------- */

typedef struct TraceOut {
	const char *variable;
	char *path;
	int file; /* -1: not open, or given up after an error */
	size_t used;
	char buffer[65536];
} TraceOut;

/* "-" is stderr if `or_stderr` is set. 0, or -1 after a line on stderr. */
int out_open(TraceOut *out, const char *variable, const char *path, int or_stderr);
/* Starts the file anew; a pipe or a terminal goes on. 0, or -1. */
int out_restart(TraceOut *out);
/* At most 4 KiB at a time. */
void out_text(TraceOut *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* As vsnprintf(), without the 0 behind, of %s, %c, %d, %u, %ld, %lu and %03d. -1: the format has others;
 * then `bytes` holds anything. */
int text_quick(char *bytes, size_t size, const char *format, va_list arguments);
/* As the inside of a string of JSON, and as text or an attribute of XML. */
void out_json(TraceOut *out, const char *text);
void out_xml(TraceOut *out, const char *text);
void out_flush(TraceOut *out);
/* Moves back by that many bytes, all of them flushed. 0, or -1 where that is impossible. */
int out_back(TraceOut *out, int bytes);

/* --- text.c: words and figures --------------------------------------------------------------- */

#define TRACE_TEXT 96

/* Four significant digits and a unit: "12.34 us", "4 MiB", "1.555 TB/s", "19.5 TFLOP/s". `micro` is
 * the letter for millionths. Rates are per nanosecond, and "" when nothing is known. */
void text_time(char text[TRACE_TEXT], double nanoseconds, const char *micro);
void text_bytes(char text[TRACE_TEXT], double bytes);
void text_rate(char text[TRACE_TEXT], double bytes, double nanoseconds);
void text_flops(char text[TRACE_TEXT], double flops, double nanoseconds);
void text_count(char text[TRACE_TEXT], double count);

/* What an operation is: a kernel's name, "copy H2D pinned", "fill". Kept. */
const char *text_operation(const SimTraceRecord *op);

/* "host memory, pinned", "GPU 1" */
const char *text_place(const SimTraceRecord *copy, int place);

/* "default stream", "stream 3", "default stream of thread 1" */
void text_stream(char text[TRACE_TEXT], const SimTraceRecord *op);

/* "compute", "copy in", "copy out" */
const char *text_engine(SimEngine engine);

/* --- metrics.c: what a profile shows of a launch ---------------------------------------------- */

typedef struct TraceMetric {
	const char *name;  /* Nsight Compute's, where it means the same; else "" */
	const char *words; /* NULL: a heading, which is the name */
	double (*value)(const SimKernelCounts *of);
	enum { METRIC_COUNT, METRIC_RATIO, METRIC_BYTES, METRIC_SHARE } unit;
} TraceMetric;

extern const TraceMetric trace_metrics[];
extern const size_t trace_metric_count;
/* Of a heading: how many rows of its group have something to show; of a row, whether it has. */
size_t metric_shown(size_t number, const SimKernelCounts *of);
void text_metric(char text[TRACE_TEXT], const TraceMetric *metric, const SimKernelCounts *of);

/* --- profile.c, profile_html.c ------------------------------------------------------------------ */

/* "1 of 24 fits: registers" and the like: what limits the occupancy, and what the time. */
void text_limits(char text[4 * TRACE_TEXT], const SimKernelCounts *of);
/* What stands in that line of a file of the program's source, without what stands before it; "" when
 * it cannot be read. */
void text_source(char *text, size_t size, const char *file, uint32_t line);
const char *text_file(const char *path); /* without its folders */

void profile_html_begin(TraceOut *out);
void profile_html(TraceOut *out, const SimProfile *profile, const char *site);
void profile_html_end(TraceOut *out);

/* --- keep.c ---------------------------------------------------------------------------------- */

/* The same pointer for the same text, for ever; NULL when there is no memory. */
const char *text_keep(const char *text);

/* "a.c:12" or "", kept. */
const char *text_site(const SimSite *site);

/* --- busy.c: how long engines work, and how long at the same time ---------------------------- */

typedef struct BusyTotals {
	int64_t busy[SIM_ENGINES];
	int64_t copying; /* while at least one engine copies */
	int64_t beside;  /* of that, while the GPU computes too */
} BusyTotals;

typedef struct TraceBusy {
	struct BusyTimes {
		struct BusyTime {
			int64_t start, end;
		} * time; /* sorted, disjoint, not touching */
		size_t count, room;
	} list[SIM_ENGINES];
	BusyTotals settled; /* of what is no longer in the lists */
} TraceBusy;

/* False: no memory. */
int busy_add(TraceBusy *busy, SimEngine engine, int64_t start, int64_t end);
BusyTotals busy_totals(const TraceBusy *busy);
/* Forgets what lies before `until`; nothing that begins earlier may be added later. */
void busy_settle(TraceBusy *busy, int64_t until);

/* --- lanes.c: the bars of a timeline --------------------------------------------------------- */

typedef enum TraceColour {
	COLOUR_KERNEL,
	COLOUR_IN,
	COLOUR_OUT,
	COLOUR_WITHIN,
	COLOUR_FILL,
	COLOUR_CALL,
	COLOUR_WAIT,
	COLOUR_WORK,
	COLOUR_MARK,
	COLOURS
} TraceColour;

/* One operation, or several that are close together. */
typedef struct TraceBar {
	int64_t start, end, busy;
	uint64_t count; /* operations */
	TraceColour colour;
	const char *name, *site; /* of the longest */
	int64_t longest;
	double bytes, flops;
} TraceBar;

/* LANE_MARKS lies over the stream of the same number. */
typedef enum LaneKind { LANE_HOST, LANE_STREAM, LANE_MORE, LANE_ENGINE, LANE_MARKS } LaneKind;

typedef struct TraceLane {
	int gpu; /* -1: the host */
	LaneKind kind;
	unsigned number;
	char label[TRACE_TEXT];
	TraceBar *bar;
	size_t count, room;
} TraceLane;

typedef struct TraceLanes {
	TraceLane *lane;
	size_t count, room;
	int64_t origin, latest;
} TraceLanes;

/* The lane with that number, made where there is none; NULL: no memory. */
TraceLane *lanes_find(TraceLanes *lanes, int gpu, LaneKind kind, unsigned number);
void lanes_add(TraceLanes *lanes, TraceLane *lane, const TraceBar *bar);
/* Sorts the lanes as they are drawn, and the bars of each by time. */
void lanes_sort(TraceLanes *lanes);
void lanes_clear(TraceLanes *lanes);

#endif

/* summary.c - SIMCUDA_SUMMARY: what took how long, as tables of text.
 *
 * Everything is added up as it comes, so a summary takes no room however long the program runs.
 * Rows are kept by GPU and name, and printed with the longest first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/trace/tracing.h"

#define HOST      (-1)
#define SETTLE_AT 65536 /* times of an engine that are kept at most, as a rule */

typedef struct Row {
	int gpu; /* HOST: a call */
	const char *name;
	uint64_t calls, errors;
	double total, least, most; /* ns */
	double bytes, flops, waited;
} Row;

static TraceOut out;
static Row *row;
static size_t rows, room;
static TraceBusy busy[MACHINE_MAX_GPUS];
static double memory[MACHINE_MAX_GPUS]; /* the most in use */
static int64_t latest;                  /* when everything so far is over */
static int64_t *clocks;                 /* of each thread: its next call begins no earlier */
static int clocks_room;
static int changed; /* since it was last printed */

/* --- adding up ------------------------------------------------------------------------------- */

static Row *row_find(int gpu, const char *name)
{
	for (size_t i = 0; i < rows; i++)
		if (row[i].gpu == gpu && (row[i].name == name || strcmp(row[i].name, name) == 0))
			return &row[i];
	if (rows == room) {
		size_t more = room ? 2 * room : 32;
		Row *grown = realloc(row, more * sizeof *grown);
		if (!grown)
			return NULL;
		row = grown;
		room = more;
	}
	row[rows] = (Row){.gpu = gpu, .name = name};
	return &row[rows++];
}

static void row_add(int gpu, const char *name, const SimTraceRecord *record)
{
	Row *to = row_find(gpu, name);
	double time = (double)(record->end - record->start);
	if (record->end > latest)
		latest = record->end;
	if (!to)
		return;
	if (to->calls == 0 || time < to->least)
		to->least = time;
	if (time > to->most)
		to->most = time;
	to->calls++;
	to->errors += record->error != cudaSuccess;
	to->total += time;
	to->bytes += record->bytes;
	to->flops += record->flops;
	to->waited += (double)record->waited;
}

static void clock_note(int thread, int64_t now)
{
	if (thread >= clocks_room) {
		int64_t *grown = realloc(clocks, ((size_t)thread + 1) * sizeof *grown);
		if (!grown)
			return;
		clocks = grown;
		while (clocks_room <= thread)
			clocks[clocks_room++] = 0;
	}
	clocks[thread] = now;
}

/* Before this time nothing more can begin on the GPU: engines work in order, and no operation
 * starts before the call that issues it. */
static int64_t settled(const TraceBusy *of)
{
	int64_t until = INT64_MAX, host = INT64_MAX;
	for (int i = 0; i < clocks_room; i++)
		host = clocks[i] < host ? clocks[i] : host;
	for (int e = 0; e < SIM_ENGINES; e++) {
		const struct BusyTimes *list = &of->list[e];
		int64_t end = list->count ? list->time[list->count - 1].end : 0;
		end = end > host ? end : host;
		until = end < until ? end : until;
	}
	return until;
}

static void work_add(const SimTraceRecord *op)
{
	for (int i = 0; i < op->engines; i++) {
		TraceBusy *of = &busy[op->on[i].gpu];
		busy_add(of, op->on[i].engine, op->start, op->end);
		if (of->list[op->on[i].engine].count % SETTLE_AT == SETTLE_AT - 1)
			busy_settle(of, settled(of));
	}
	row_add(op->gpu, text_operation(op), op);
}

static void add(const SimTraceRecord *call, const SimTraceRecord *op, size_t ops)
{
	int work = call->code == SIM_HOST_WORK;
	changed = 1;
	row_add(HOST, work ? "host work" : call->name, call);
	for (size_t i = 0; i < ops; i++) {
		if (op[i].kind == SIM_TRACE_MEMORY && op[i].bytes > memory[op[i].gpu])
			memory[op[i].gpu] = op[i].bytes;
		else if (op[i].kind != SIM_TRACE_MEMORY && op[i].kind != SIM_TRACE_MARK)
			work_add(&op[i]);
	}
	clock_note(call->thread, call->end);
}

/* --- printing -------------------------------------------------------------------------------- */

static int row_compare(const void *a, const void *b)
{
	const Row *x = a, *y = b;
	if (x->gpu != y->gpu)
		return x->gpu < y->gpu ? -1 : 1;
	if (x->total != y->total)
		return x->total > y->total ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* "12.3%"; nothing where there is no whole. */
static void share_text(char text[TRACE_TEXT], double part, double whole)
{
	text[0] = '\0';
	if (whole > 0)
		snprintf(text, TRACE_TEXT, "%.1f%%", 100 * part / whole);
}

static void print_name(const char *name)
{
	int fits = strlen(name) <= 25;
	out_text(&out, "  %-25.*s", fits ? 25 : 22, name);
	if (!fits) {
		out.used -= 3; /* the blanks in place of the rest */
		out_text(&out, "...");
	}
}

static void print_times(const Row *of, double whole)
{
	double times[] = {of->total, of->total / (double)of->calls, of->least, of->most};
	char text[TRACE_TEXT];
	text_count(text, (double)of->calls);
	print_name(of->name);
	out_text(&out, "%7s", text);
	for (int i = 0; i < 4; i++) {
		text_time(text, times[i], "u");
		out_text(&out, "%9s", text);
	}
	share_text(text, of->total, whole);
	out_text(&out, "%7s", text);
}

/* Floating-point operations for what computes, else bytes. */
static void print_work(const Row *of)
{
	char bytes[TRACE_TEXT] = "", rate[TRACE_TEXT];
	if (of->bytes > 0)
		text_bytes(bytes, of->bytes);
	if (of->flops > 0)
		text_flops(rate, of->flops, of->total);
	else
		text_rate(rate, of->bytes, of->total);
	rate[strcspn(rate, "/")] = '\0'; /* "per s" stands above */
	out_text(&out, "%10s%12s\n", bytes, rate);
}

static double total_of(int gpu)
{
	double total = 0;
	for (size_t i = 0; i < rows; i++)
		total += row[i].gpu == gpu ? row[i].total : 0;
	return total;
}

static void print_title(const char *title, const char *more)
{
	out_text(&out, "\n%-27s%7s%9s%9s%9s%9s%7s%s\n", title, "calls", "total", "mean", "min",
		 "max", "share", more);
}

static void print_engines(int gpu)
{
	BusyTotals totals = busy_totals(&busy[gpu]);
	char time[TRACE_TEXT], share[TRACE_TEXT], whole[TRACE_TEXT];
	out_text(&out, "\nGPU %-24d%8s%8s\n", gpu, "busy", "share");
	for (int e = 0; e < SIM_ENGINES; e++) {
		text_time(time, (double)totals.busy[e], "u");
		share_text(share, (double)totals.busy[e], (double)latest);
		out_text(&out, "  %-26s%8s%8s\n", text_engine((SimEngine)e), time, share);
	}
	text_time(time, (double)totals.beside, "u");
	text_time(whole, (double)totals.copying, "u");
	share_text(share, (double)totals.beside, (double)totals.copying);
	if (totals.copying > 0)
		out_text(&out, "  %-26s%8s%8s of the %s of copying\n", "copying while it computes",
			 time, share, whole);
	text_bytes(whole, memory[gpu]);
	out_text(&out, "  %-25s%9s\n", "most memory in use", whole);
}

static void print_gpu(int gpu)
{
	char title[TRACE_TEXT];
	double whole = total_of(gpu);
	print_engines(gpu);
	if (whole <= 0)
		return;
	snprintf(title, sizeof title, "Work on GPU %d", gpu);
	print_title(title, "     bytes  rate per s");
	for (size_t i = 0; i < rows; i++) {
		if (row[i].gpu != gpu)
			continue;
		print_times(&row[i], whole);
		print_work(&row[i]);
	}
}

static void print_host(void)
{
	double whole = total_of(HOST), waited = 0, work = 0;
	char text[TRACE_TEXT], share[TRACE_TEXT];
	print_title("Time of the host", "    waiting    failed");
	for (size_t i = 0; i < rows && row[i].gpu == HOST; i++) {
		print_times(&row[i], whole);
		text_time(text, row[i].waited, "u");
		out_text(&out, "%11s", text);
		text_count(text, (double)row[i].errors);
		out_text(&out, "%10s\n", text);
		waited += row[i].waited;
		work += strcmp(row[i].name, "host work") == 0 ? row[i].total : 0;
	}
	const struct {
		const char *what;
		double time;
	} parts[] = {{"waiting for GPUs", waited},
		     {"arithmetic of its own", work},
		     {"calls themselves", whole - waited - work}};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		text_time(text, parts[i].time, "u");
		share_text(share, parts[i].time, whole);
		out_text(&out, "  = %-30s%9s%34s\n", parts[i].what, text, share);
	}
}

static void finish(void)
{
	char time[TRACE_TEXT];
	const SimMachine *machine = trace_machine();
	if (!machine || (out.file == 2 && !changed) || out_restart(&out) != 0)
		return;
	changed = 0;
	text_time(time, (double)latest, "u");
	out_text(&out, "simcuda: %s of virtual time; GPUs: %d, %s\n", time, machine->gpus,
		 machine->gpus ? machine->name : "none");
	if (rows > 0)
		qsort(row, rows, sizeof *row, row_compare);
	for (int i = 0; i < machine->gpus; i++)
		print_gpu(i);
	print_host();
	out_flush(&out);
}

static int open_summary(const char *path)
{
	return out_open(&out, trace_summary.variable, path, 1);
}

const TraceSink trace_summary = {"SIMCUDA_SUMMARY", open_summary, add, finish, NULL};

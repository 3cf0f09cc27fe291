/* text.c - the words and figures of traces: units, names of operations and places. */
#include <stdio.h>
#include <string.h>

#include "framework/simcuda/trace/tracing.h"

/* --- figures --------------------------------------------------------------------------------- */

/* Four digits at most, whatever the size. */
static void text_digits(char text[TRACE_TEXT], double value, const char *unit)
{
	const char *format = value >= 999.95 ? "%.0f %s" : "%.4g %s";
	snprintf(text, TRACE_TEXT, format, value, unit);
}

/* The largest unit of which there is at least one. */
static void text_scaled(char text[TRACE_TEXT], double value, double step, const char *const *units,
			int count)
{
	int i = 0;
	while (i + 1 < count && value >= (step < 1001 ? 999.95 : 1023.95)) {
		value /= step;
		i++;
	}
	text_digits(text, value, units[i]);
}

void text_time(char text[TRACE_TEXT], double nanoseconds, const char *micro)
{
	char micros[8];
	snprintf(micros, sizeof micros, "%ss", micro);
	const char *const units[] = {"ns", micros, "ms", "s"};
	text_scaled(text, nanoseconds, 1000, units, 4);
}

void text_bytes(char text[TRACE_TEXT], double bytes)
{
	static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
	text_scaled(text, bytes, 1024, units, 5);
}

void text_count(char text[TRACE_TEXT], double count)
{
	static const char *const units[] = {"", "k", "M", "G", "T", "P"};
	if (count < 9999.5)
		text_digits(text, count, "");
	else
		text_scaled(text, count, 1000, units, 6);
	size_t length = strlen(text);
	if (text[length - 1] == ' ')
		text[length - 1] = '\0';
}

static void text_per_second(char text[TRACE_TEXT], double amount, double nanoseconds,
			    const char *const units[5])
{
	text[0] = '\0';
	if (amount > 0 && nanoseconds > 0)
		text_scaled(text, amount / nanoseconds * 1e9, 1000, units, 5);
}

void text_rate(char text[TRACE_TEXT], double bytes, double nanoseconds)
{
	static const char *const units[] = {"B/s", "kB/s", "MB/s", "GB/s", "TB/s"};
	text_per_second(text, bytes, nanoseconds, units);
}

void text_flops(char text[TRACE_TEXT], double flops, double nanoseconds)
{
	static const char *const units[] = {"FLOP/s", "kFLOP/s", "MFLOP/s", "GFLOP/s", "TFLOP/s"};
	text_per_second(text, flops, nanoseconds, units);
}

/* --- operations ------------------------------------------------------------------------------ */

static const char *copy_text(const SimTraceRecord *op)
{
	const char *memory = op->pinned ? "pinned" : "pageable";
	char text[TRACE_TEXT];
	if (op->to == SIM_TRACE_HOST && op->from == SIM_TRACE_HOST)
		return "copy H2H";
	if (op->from == SIM_TRACE_HOST)
		snprintf(text, sizeof text, "copy H2D %s", memory);
	else if (op->to == SIM_TRACE_HOST)
		snprintf(text, sizeof text, "copy D2H %s", memory);
	else if (op->to == op->from)
		return "copy D2D";
	else
		snprintf(text, sizeof text, "copy GPU %d to GPU %d", op->from, op->to);
	const char *kept = text_keep(text);
	return kept ? kept : "copy";
}

const char *text_operation(const SimTraceRecord *op)
{
	switch (op->kind) {
	case SIM_TRACE_COPY:
		return copy_text(op);
	case SIM_TRACE_FILL:
		return "fill";
	case SIM_TRACE_FUNCTION:
		return "host function";
	case SIM_TRACE_MARK:
		return op->code == SIM_EVENT_RECORD  ? "event recorded"
		       : op->code == SIM_STREAM_WAIT ? "event waited for"
						     : "mark";
	default:
		return op->name ? op->name : "kernel";
	}
}

const char *text_place(const SimTraceRecord *copy, int place)
{
	char text[TRACE_TEXT];
	int one_end = copy->to >= 0 || copy->from >= 0;
	if (place == SIM_TRACE_HOST)
		return !one_end       ? "host memory"
		       : copy->pinned ? "pinned host memory"
				      : "pageable host memory";
	snprintf(text, sizeof text, "GPU %d", place);
	const char *kept = text_keep(text);
	return kept ? kept : "GPU";
}

void text_stream(char text[TRACE_TEXT], const SimTraceRecord *op)
{
	if (op->stream == 0)
		snprintf(text, TRACE_TEXT, "default stream");
	else if (op->stream_thread >= 0)
		snprintf(text, TRACE_TEXT, "default stream of thread %d", op->stream_thread);
	else
		snprintf(text, TRACE_TEXT, "stream %u", op->stream);
}

const char *text_engine(SimEngine engine)
{
	static const char *const names[SIM_ENGINES] = {"compute", "copy in", "copy out"};
	return names[engine];
}

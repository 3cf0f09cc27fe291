/* trace_events.h - the events of a trace, as far as the judge looks at them. */
#ifndef GRADER_WIRE_TRACE_EVENTS_H
#define GRADER_WIRE_TRACE_EVENTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* What a judge reads of an event. A text that is missing, or is none, is NULL, a number 0. */
typedef struct TraceEvent {
	const char *phase, *category, *name;
	double start, duration; /* us */
	json_int_t process, track;
	/* of its arguments */
	json_int_t call;
	double waited, bytes, flops; /* us */
	const char *at, *stream, *from, *to, *error;
} TraceEvent;

typedef struct TraceEvents {
	TraceEvent *event;
	size_t count;
	json_t *parsed; /* whose texts they have; NULL: the trace's own */
} TraceEvents;

/* The events, in their order. `text` ends with a 0 behind its `bytes`; it is written to, and has to stay until the
 * events are freed. False when it is no JSON, or no list. */
bool trace_events_read(char *text, size_t bytes, TraceEvents *events);

void trace_events_free(TraceEvents *events);

#endif

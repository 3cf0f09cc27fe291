/* trace_events.h - which events of a trace the judge has to look at. */
#ifndef GRADER_WIRE_TRACE_EVENTS_H
#define GRADER_WIRE_TRACE_EVENTS_H

#include <jansson.h>
#include <stddef.h>

/* The list of events, with at least those of the calls that began in [go_us, end_us) and of what they
 * issued. `text` ends with a 0 behind its `bytes`. NULL when it is no JSON, or no list. */
json_t *trace_events(const char *text, size_t bytes, double go_us, double end_us);

#endif

/* timeline.h - what happened in a run, read from the trace that the simulator leaves behind
 * (SIMCUDA_TRACE). */
#ifndef GRADER_WIRE_TIMELINE_H
#define GRADER_WIRE_TIMELINE_H

#include <stdint.h>

#include "grader/include/judge.h"

typedef struct Timeline {
	RunOp *ops;
	int count;
	int read; /* 1: the trace was there and whole */
} Timeline;

#define CALL_SITE_FRAMES 4

/* From where in the program a call came: addresses, innermost first, 0 after the last. */
typedef struct CallSite {
	uint64_t frame[CALL_SITE_FRAMES];
	int line; /* in the source; 0: elsewhere, or not looked for */
} CallSite;

/* Fills in the lines of call sites, by the program's table of lines. */
typedef void LineFinder(const char *table, CallSite *sites, int count);

/* Reads the calls that began in [go_ns, end_ns), and what they issued. `trace` is the file's name
 * in the folder `fd`; NULL: `fd` is the file itself. `source` is the name of the lab's. The file may be written by the student's process, so it may be
 * anything: then timeline->read stays 0. `lines` is asked for
 * the lines of its addresses, by the table of that path. */
void timeline_read(int fd, const char *trace, const char *source, const char *table,
		   LineFinder *lines, int64_t go_ns, int64_t end_ns, Timeline *timeline);

void timeline_free(Timeline *timeline);

#endif

/* timeline.h - what happened in a run, read from the trace that the simulator leaves behind
 * (SIMCUDA_TRACE). */
#ifndef TIMELINE_H
#define TIMELINE_H

#include <stdint.h>

#include "judge.h"

typedef struct Timeline {
	RunOp *ops;
	int count;
	int read; /* 1: the trace was there and whole */
} Timeline;

/* Reads the calls that began in [go_ns, end_ns), and what they issued. `trace` is the file's name
 * in the folder `fd`; NULL: `fd` is the file itself. `source` is the name of the lab's, `program`
 * the path of what it was built to. The file may be written by the student's process, so it may be
 * anything: then timeline->read stays 0. */
void timeline_read(int fd, const char *trace, const char *program, const char *source,
		   int64_t go_ns, int64_t end_ns, Timeline *timeline);

void timeline_free(Timeline *timeline);

#endif

/* clock.h - the time for deadlines: seconds of a clock that nobody can set. */
#ifndef GRADER_BASE_CLOCK_H
#define GRADER_BASE_CLOCK_H

#include <time.h>

static inline double clock_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* What the calling thread has had of a processor. */
static inline double clock_worked(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* clock_now() for who watches others, and reads it several times a second: of a longer time between two readings only a
 * second counts. Whoever was stopped (Ctrl-Z) saw nothing of what the others did meanwhile. */
double clock_watched(void);

#endif

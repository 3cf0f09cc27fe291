/* rounds.h - timing two ways to do one thing against each other.
 *
 * All of them run in turn, round after round, so that a machine that is busy or slow for a while
 * treats them alike; of each the best round counts. Times are the kernel's: clock_gettime() would
 * give the simulator's. */
#ifndef ROUNDS_H
#define ROUNDS_H

typedef struct Way {
	const char *name;
	void (*run)(void *argument); /* does the thing `calls` times */
	void *argument;
	int calls;
	double ns; /* result: a call, in the best round */
} Way;

/* Real time in nanoseconds. */
double now_ns(void);

/* Fills in the times. `pause_ms`: rest before each run, for threads that spin when they have
 * finished (the BLAS's and OpenMP's do) to fall asleep. */
void rounds_run(Way *ways, int count, int rounds, int pause_ms);

/* "2.31 us", at most 4 digits; in a buffer that every call uses anew, four calls back. */
const char *time_text(double ns);

/* Ends the program when a call of the framework, or malloc, gave nothing. */
void *need(void *pointer);

#endif

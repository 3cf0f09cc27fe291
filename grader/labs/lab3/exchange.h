/* exchange.h - a call of 3.7 that is made (exchange.c), for those in which a call fails (exchange_fails.c). */
#ifndef GRADER_LABS_LAB3_EXCHANGE_H
#define GRADER_LABS_LAB3_EXCHANGE_H

#include "grader/labs/lab3/judge.h"

/* What the call is that has to fail. */
enum { NOTHING, NO_BUFFERS, NO_COPY, FEW, NO_LANE };

/* Of few numbers there are as many as where time is measured. */
enum { FEW_LEAST = 5243, FEW_MOST = 7000, MANY_NUMBERS = 400000 };

/* A second call: none, counted apart, or in one row with the first one's calls. */
enum { ONCE, IN_TWO_WINDOWS, IN_ONE_WINDOW };

/* Which GPU is the current one is drawn with how many numbers there are. */
static inline int gpu_of(int64_t numbers)
{
	return (int)(numbers % 2);
}

/* To go; the numbers are those on the GPU, too. As many as where nothing fails: no size tells. */
Run *exchange_make(Judge *j, const float *x, int64_t count, int fails, int again);

/* The caller gives the buffers back, and a later call uses them. */
void judge_lane_there(Judge *j, Run *r, const char *at);

/* Each call of `few`, of so many numbers, fails once; and there is no lane, no `to` and no memory. `both`: where two calls are
 * counted together; NULL: a later call does not wait. */
void judge_exchange_fails(Judge *j, Run *few, int64_t numbers, Run *both);

/* Some calls of one on another GPU do. */
void judge_exchange_fails_elsewhere(Judge *j, Run *few, int64_t numbers);

#endif

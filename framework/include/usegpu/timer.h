/* timer.h - a stopwatch on the host's clock.
 *
 * It measures host time only. GPU work is queued and goes on after the call that started it, so
 * synchronise the device before timer_stop(), or the time of queueing is what was measured.
 * A Timer is a value; timer_start on a zeroed Timer begins its first interval. */
#ifndef USEGPU_TIMER_H
#define USEGPU_TIMER_H

#include "usegpu/error.h"

typedef struct Timer {
	double started; /* seconds; meaningful while running */
	int running;
	int count;    /* finished intervals */
	double sum;   /* seconds, over all finished intervals */
	double least; /* seconds, the shortest interval; 0 when there is none */
	double last;  /* seconds, the last interval */
} Timer;

/* Seconds of the monotonic clock (clock_gettime); only differences mean anything. */
double timer_now(void);

/* Starts an interval. 0, or STATUS_ARGUMENT for NULL or a timer that is running already. */
int timer_start(Timer *timer);

/* Ends the interval and returns its length in seconds; -1 with a message when none was started. */
double timer_stop(Timer *timer);

/* Seconds an interval on average; 0 when there is none. */
double timer_mean(const Timer *timer);

#ifndef USEGPU_INTERNAL
#define timer_start(...) (USEGPU_HERE, timer_start(__VA_ARGS__))
#define timer_stop(...)  (USEGPU_HERE, timer_stop(__VA_ARGS__))
#endif

#endif

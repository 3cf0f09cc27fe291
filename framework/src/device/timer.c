/* timer.c - a stopwatch on the monotonic clock. */
#include "usegpu/timer.h"

#include <time.h>

#include "framework/src/base/fail.h"

double timer_now(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int timer_start(Timer *timer)
{
	error_begin(__func__);
	if (!timer)
		return error_null("timer");
	if (timer->running)
		return error_set(STATUS_ARGUMENT, "the timer is running already; timer_stop ends "
						  "an interval");
	timer->running = 1;
	timer->started = timer_now();
	return STATUS_OK;
}

double timer_stop(Timer *timer)
{
	double now = timer_now();
	error_begin(__func__);
	if (!timer) {
		error_null("timer");
		return -1;
	}
	if (!timer->running) {
		error_set(STATUS_ARGUMENT, "the timer is not running; timer_start begins an "
					   "interval");
		return -1;
	}
	timer->running = 0;
	timer->last = now - timer->started;
	timer->sum += timer->last;
	if (timer->count == 0 || timer->last < timer->least)
		timer->least = timer->last;
	timer->count++;
	return timer->last;
}

double timer_mean(const Timer *timer)
{
	return timer && timer->count > 0 ? timer->sum / timer->count : 0;
}

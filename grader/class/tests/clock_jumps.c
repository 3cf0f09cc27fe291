/* clock_jumps.c - a clock that jumps: preloaded into a program, each reading of it lies in another year than the one
 * before, first forward, then back to 1970, then before that. */
#include <time.h>

time_t time(time_t *at)
{
	static const time_t years[] = {40, -60, 3, -56, 0};
	static unsigned reading;
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	now.tv_sec += years[reading++ % (sizeof years / sizeof *years)] * 366 * 86400;
	if (at)
		*at = now.tv_sec;
	return now.tv_sec;
}

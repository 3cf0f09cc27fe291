/* sleep.c - sleeping takes virtual time.
 *
 * These functions come before the C library's, as the clocks do (clock.c). Once there is a machine,
 * they move the thread's clock on by what it would have slept, and really sleep only for a moment,
 * so that others get their turn. Without a machine, in host functions, in children of fork(), and
 * for clocks that are not ours they are the C library's. */
#include <dlfcn.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "framework/simcuda/api/cudart/interpose/interpose.h"
#include "framework/simcuda/api/cudart/interpose/libc_versions.h"

#define SECOND    INT64_C(1000000000)
#define MOMENT_NS 100000 /* how long we really sleep, at most */

/* The C library's own, found while the program starts: sleeping is allowed in signal handlers,
 * looking up is not. A library that starts before this one may sleep even so. */
static struct {
	int (*nanosleep)(const struct timespec *, struct timespec *);
	int (*clock_nanosleep)(clockid_t, int, const struct timespec *, struct timespec *);
	int (*usleep)(useconds_t);
	unsigned (*sleep)(unsigned);
	int (*thrd_sleep)(const struct timespec *, struct timespec *);
} found;

__attribute__((constructor(101))) static void find_next(void)
{
	*(void **)&found.nanosleep = dlsym(RTLD_NEXT, "nanosleep");
	*(void **)&found.clock_nanosleep = dlsym(RTLD_NEXT, "clock_nanosleep");
	*(void **)&found.usleep = dlsym(RTLD_NEXT, "usleep");
	*(void **)&found.sleep = dlsym(RTLD_NEXT, "sleep");
	*(void **)&found.thrd_sleep = dlsym(RTLD_NEXT, "thrd_sleep");
}

#define NEXT(function) (find_next_once(), found.function)

static void find_next_once(void)
{
	if (!found.thrd_sleep)
		find_next();
}

/* -1: not a length that can be slept. */
static int64_t length_of(const struct timespec *time)
{
	if (!time || time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= SECOND)
		return -1;
	if (time->tv_sec > INT64_MAX / SECOND - 1)
		return INT64_MAX;
	return (int64_t)time->tv_sec * SECOND + time->tv_nsec;
}

/* Whether the thread's clock has moved on by `by`, and then to at least `to`. */
static int passed(int64_t by, int64_t to)
{
	const struct timespec moment = {0, by > 0 && by < MOMENT_NS ? by : MOMENT_NS};
	if (by < 0 || !thread_waits(by, to))
		return 0;
	NEXT(nanosleep)(&moment, NULL);
	return 1;
}

int virtual_nanosleep(const struct timespec *length, struct timespec *left)
{
	return passed(length_of(length), 0) ? 0 : NEXT(nanosleep)(length, left);
}

int virtual_clock_nanosleep(clockid_t id, int flags, const struct timespec *time,
			    struct timespec *left)
{
	int64_t length = length_of(time), origin = clock_origin(id);
	int ours = id == CLOCK_REALTIME || id == CLOCK_MONOTONIC || id == CLOCK_BOOTTIME;
	int done = 0;
	if (ours && length >= 0 && flags == TIMER_ABSTIME)
		done = passed(0, length > origin ? length - origin : 0);
	else if (ours && flags == 0)
		done = passed(length, 0);
	return done ? 0 : NEXT(clock_nanosleep)(id, flags, time, left);
}

int virtual_usleep(useconds_t microseconds)
{
	return passed((int64_t)microseconds * 1000, 0) ? 0 : NEXT(usleep)(microseconds);
}

unsigned virtual_sleep(unsigned seconds)
{
	return passed((int64_t)seconds * SECOND, 0) ? 0 : NEXT(sleep)(seconds);
}

int virtual_thrd_sleep(const struct timespec *length, struct timespec *left)
{
	return passed(length_of(length), 0) ? 0 : NEXT(thrd_sleep)(length, left);
}

/* Each under the versions that the C library gave it on this processor. */
__asm__(".symver virtual_nanosleep, nanosleep@@" OLDEST);
__asm__(".symver virtual_clock_nanosleep, clock_nanosleep@@GLIBC_2.17");
__asm__(".symver virtual_usleep, usleep@@" OLDEST);
__asm__(".symver virtual_sleep, sleep@@" OLDEST);
VERSIONS(virtual_thrd_sleep, thrd_sleep, "GLIBC_2.28");

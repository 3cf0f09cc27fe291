/* clock.c - the virtual clock in place of the C library's.
 *
 * These functions have the C library's names and version nodes and come before it in the order of
 * look-up, so the program reads the machine's time without knowing. Every reading costs a little
 * virtual time, so that a loop that waits for a time ends. The clocks of processor time run with
 * the others: nothing else would be the same on every run. Clocks unknown here are the kernel's. */
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "framework/simcuda/api/cudart/interpose/interpose.h"
#include "framework/simcuda/api/cudart/interpose/libc_versions.h"

#define SECOND 1000000000

/* When the machine is made it is 2023-11-14 22:13:20 UTC, 1000 s after booting. */
#define EPOCH  ((int64_t)1700000000 * SECOND)
#define BOOTED ((int64_t)1000 * SECOND)

/* The latest reading, for those who cannot ask the machine: what runs before this library starts,
 * host functions, and children of fork(). */
static _Atomic int64_t latest;

static int64_t virtual_ns(void)
{
	if (!runtime_is_ready() || runtime_inside())
		return latest;
	if (thread_is_apart()) /* the machine exists: somebody is using it, or making it */
		return runtime_sim() && thread_goes_on((int64_t)simcuda_machine()->clock_time, 0)
			       ? thread_clock()
			       : latest;
	SimRequest request = {.code = SIM_CLOCK};
	SimReply reply;
	if (simcuda_request(&request, &reply) != cudaSuccess)
		return atomic_fetch_add(&latest, 1000) + 1000;
	int64_t now = (int64_t)reply.value[0];
	latest = now;
	if (reply.value[1])
		host_calls_time_passed();
	return now;
}

int64_t clock_now(void)
{
	int askable =
		runtime_is_ready() && runtime_sim() && !runtime_inside() && !runtime_unusable();
	int64_t now = askable ? thread_clock() : -1;
	return now >= 0 ? now : latest;
}

void clock_reaches(int64_t to)
{
	if (!thread_waits(0, to) && runtime_unusable() && latest < to)
		latest = to;
}

/* ThreadSanitizer's runtime reads the clock where it can watch nothing, as when a thread ends. */
#define UNWATCHED __attribute__((no_sanitize("thread")))

/* Where the clock starts; -1 for one that is not ours. */
UNWATCHED int64_t clock_origin(clockid_t id)
{
	switch (id) {
	case CLOCK_REALTIME:
	case CLOCK_REALTIME_COARSE:
		return EPOCH;
	case CLOCK_MONOTONIC:
	case CLOCK_MONOTONIC_RAW:
	case CLOCK_MONOTONIC_COARSE:
	case CLOCK_BOOTTIME:
		return BOOTED;
	case CLOCK_PROCESS_CPUTIME_ID:
	case CLOCK_THREAD_CPUTIME_ID:
		return 0;
	default:
		return -1;
	}
}

static struct timespec as_timespec(int64_t ns)
{
	return (struct timespec){.tv_sec = ns / SECOND, .tv_nsec = ns % SECOND};
}

/* A sanitizer's runtime stands between the program and us, and reads the clock for itself too,
 * inside malloc() for example, where we must not make a machine. Its own readings come from
 * elsewhere than those that it passes on. So we read the clock once as the program would, and note
 * from where that arrives; NULL when nobody stands between. */
static const void *volatile passed_on_from;
static volatile int probing; /* the compiler trusts that the C library does not come back here */

__attribute__((constructor)) static void probe_interceptor(void)
{
	struct timespec unused;
	probing = 1;
	clock_gettime(CLOCK_MONOTONIC, &unused);
	probing = 0;
}

UNWATCHED static const void *object_of(const void *code)
{
	Dl_info info;
	return dladdr(code, &info) ? info.dli_fbase : NULL;
}

UNWATCHED int virtual_clock_gettime(clockid_t id, struct timespec *out)
{
	const void *caller = __builtin_return_address(0);
	if (probing && object_of(caller) != object_of((void *)(uintptr_t)clock_origin))
		passed_on_from = caller;
	int64_t origin = clock_origin(id);
	if (origin < 0 || probing || (passed_on_from && caller != passed_on_from))
		return (int)syscall(SYS_clock_gettime, id, out);
	if (!out) {
		errno = EFAULT;
		return -1;
	}
	*out = as_timespec(origin + virtual_ns());
	return 0;
}

int virtual_gettimeofday(struct timeval *out, void *zone)
{
	struct timespec now = as_timespec(EPOCH + virtual_ns());
	if (out)
		*out = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
	if (zone)
		*(struct timezone *)zone = (struct timezone){0};
	return 0;
}

time_t virtual_time(time_t *out)
{
	time_t now = as_timespec(EPOCH + virtual_ns()).tv_sec;
	if (out)
		*out = now;
	return now;
}

int virtual_timespec_get(struct timespec *out, int base)
{
	if (base != TIME_UTC || !out)
		return 0;
	*out = as_timespec(EPOCH + virtual_ns());
	return base;
}

clock_t virtual_clock(void)
{
	return virtual_ns() * CLOCKS_PER_SEC / SECOND;
}

/* Each under the version that the C library gave it on this processor. */
__asm__(".symver virtual_clock_gettime, clock_gettime@@GLIBC_2.17");
__asm__(".symver virtual_gettimeofday, gettimeofday@@" OLDEST);
__asm__(".symver virtual_time, time@@" OLDEST);
__asm__(".symver virtual_clock, clock@@" OLDEST);
__asm__(".symver virtual_timespec_get, timespec_get@@" TIMESPEC);

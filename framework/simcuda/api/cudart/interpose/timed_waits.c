/* timed_waits.c - waits that end at a deadline: semaphores, conditions, mutexes, locks.
 *
 * The program computes the deadline from the machine's clock, which the C library does not know.
 * So it gets a deadline on the real clock that is as far away as the program's was on the
 * machine's: another thread has as much time as it would have. If the deadline passes, the waiting
 * thread's clock is moved there. Host functions that are queued run first, as in waits.c. Without a
 * machine nobody has read its clock, and all is left to the C library. */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "framework/simcuda/api/cudart/interpose/interpose.h"
#include "framework/simcuda/api/cudart/interpose/libc_versions.h"

#ifndef RUNTIME_WATCHED

#define SECOND INT64_C(1000000000)

typedef const struct timespec *Until;

static struct {
	int (*sem_timedwait)(sem_t *, Until);
	int (*sem_clockwait)(sem_t *, clockid_t, Until);
	int (*pthread_cond_timedwait)(pthread_cond_t *, pthread_mutex_t *, Until);
	int (*pthread_cond_clockwait)(pthread_cond_t *, pthread_mutex_t *, clockid_t, Until);
	int (*cnd_timedwait)(cnd_t *, mtx_t *, Until);
	int (*pthread_mutex_timedlock)(pthread_mutex_t *, Until);
	int (*pthread_mutex_clocklock)(pthread_mutex_t *, clockid_t, Until);
	int (*pthread_rwlock_timedrdlock)(pthread_rwlock_t *, Until);
	int (*pthread_rwlock_timedwrlock)(pthread_rwlock_t *, Until);
	int (*pthread_rwlock_clockrdlock)(pthread_rwlock_t *, clockid_t, Until);
	int (*pthread_rwlock_clockwrlock)(pthread_rwlock_t *, clockid_t, Until);
	int (*mtx_timedlock)(mtx_t *, Until);
} found;

#define FIND(function) *(void **)&found.function = dlsym(RTLD_NEXT, #function)

__attribute__((constructor(101))) static void find_next(void)
{
	FIND(sem_timedwait);
	FIND(sem_clockwait);
	*(void **)&found.pthread_cond_timedwait =
		waits_next_version("pthread_cond_timedwait", CONDITION);
	FIND(pthread_cond_clockwait);
	FIND(cnd_timedwait);
	FIND(pthread_mutex_timedlock);
	FIND(pthread_mutex_clocklock);
	FIND(pthread_rwlock_timedrdlock);
	FIND(pthread_rwlock_timedwrlock);
	FIND(pthread_rwlock_clockrdlock);
	FIND(pthread_rwlock_clockwrlock);
	FIND(mtx_timedlock);
}

#define NEXT(function) (find_next_once(), found.function)

static void find_next_once(void)
{
	if (!found.mtx_timedlock)
		find_next();
}

Until waits_on_real_clock(WaitDeadline *deadline, clockid_t id, Until until)
{
	int64_t origin = clock_origin(id);
	deadline->to = -1;
	if (!until || until->tv_nsec < 0 || until->tv_nsec >= SECOND || until->tv_sec < 0 ||
	    until->tv_sec >= INT64_MAX / SECOND || !runtime_sim() ||
	    (id != CLOCK_REALTIME && id != CLOCK_MONOTONIC))
		return until;
	int64_t to = (int64_t)until->tv_sec * SECOND + until->tv_nsec - origin;
	deadline->to = to > 0 ? to : 0;
	int64_t span = deadline->to - clock_now();
	if (span < 0)
		span = 0;
	syscall(SYS_clock_gettime, id, &deadline->real);
	deadline->real.tv_sec += span / SECOND;
	deadline->real.tv_nsec += span % SECOND;
	if (deadline->real.tv_nsec >= SECOND) {
		deadline->real.tv_nsec -= SECOND;
		deadline->real.tv_sec++;
	}
	return &deadline->real;
}

/* What the wait returned, `timeout` meaning that the deadline has passed. */
static int waited(const WaitDeadline *deadline, int result, int timeout)
{
	if (result == timeout && deadline->to >= 0)
		clock_reaches(deadline->to);
	return result;
}

/* --- semaphores ------------------------------------------------------------------------------- */

static int semaphore_waited(const WaitDeadline *deadline, int result)
{
	int error = errno;
	waited(deadline, result ? error : 0, ETIMEDOUT);
	errno = error;
	return result;
}

int virtual_sem_timedwait(sem_t *semaphore, Until until)
{
	int taken = waits_take_or_run(semaphore);
	if (taken)
		return taken > 0 ? 0 : -1;
	WaitDeadline deadline;
	Until real = waits_on_real_clock(&deadline, CLOCK_REALTIME, until);
	return semaphore_waited(&deadline, NEXT(sem_timedwait)(semaphore, real));
}

int virtual_sem_clockwait(sem_t *semaphore, clockid_t id, Until until)
{
	int taken = waits_take_or_run(semaphore);
	if (taken)
		return taken > 0 ? 0 : -1;
	WaitDeadline deadline;
	Until real = waits_on_real_clock(&deadline, id, until);
	return semaphore_waited(&deadline, NEXT(sem_clockwait)(semaphore, id, real));
}

/* --- conditions ------------------------------------------------------------------------------- */

/* Time that passes may make host functions due, and these may need the mutex: it is opened. */
static int condition_waited(const WaitDeadline *deadline, int result, pthread_mutex_t *mutex)
{
	if (result != ETIMEDOUT || deadline->to < 0 || pthread_mutex_unlock(mutex) != 0)
		return result;
	clock_reaches(deadline->to);
	int error = pthread_mutex_lock(mutex);
	return error ? error : result;
}

/* The C library keeps in this bit what pthread_condattr_setclock() said (glibc 2.25 and later, its
 * nptl/pthread_cond_common.c). */
static clockid_t clock_of(const pthread_cond_t *condition)
{
	return condition->__data.__wrefs & 2 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

int virtual_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, Until until)
{
	if (waits_run_unlocked(mutex))
		return 0;
	WaitDeadline deadline;
	Until real = waits_on_real_clock(&deadline, clock_of(condition), until);
	int result = NEXT(pthread_cond_timedwait)(condition, mutex, real);
	return condition_waited(&deadline, result, mutex);
}

int virtual_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t id,
			   Until until)
{
	if (waits_run_unlocked(mutex))
		return 0;
	WaitDeadline deadline;
	Until real = waits_on_real_clock(&deadline, id, until);
	int result = NEXT(pthread_cond_clockwait)(condition, mutex, id, real);
	return condition_waited(&deadline, result, mutex);
}

/* C11's are the same objects in this C library. */
int virtual_cnd_timedwait(cnd_t *condition, mtx_t *mutex, Until until)
{
	if (waits_run_unlocked((pthread_mutex_t *)mutex))
		return thrd_success;
	WaitDeadline deadline;
	Until real = waits_on_real_clock(&deadline, CLOCK_REALTIME, until);
	int result = NEXT(cnd_timedwait)(condition, mutex, real);
	if (result == thrd_timedout)
		condition_waited(&deadline, ETIMEDOUT, (pthread_mutex_t *)mutex);
	return result;
}

/* --- locks ------------------------------------------------------------------------------------ */

/* virtual_NAME(lock, until), whose deadlines are on the clock of the time of day. */
#define TIMED(name, Lock, timeout)                                                                 \
	int virtual_##name(Lock *lock, Until until)                                                \
	{                                                                                          \
		WaitDeadline deadline;                                                             \
		Until real = waits_on_real_clock(&deadline, CLOCK_REALTIME, until);                \
		return waited(&deadline, NEXT(name)(lock, real), timeout);                         \
	}

/* virtual_NAME(lock, clock, until) */
#define CLOCKED(name, Lock)                                                                        \
	int virtual_##name(Lock *lock, clockid_t id, Until until)                                  \
	{                                                                                          \
		WaitDeadline deadline;                                                             \
		Until real = waits_on_real_clock(&deadline, id, until);                            \
		return waited(&deadline, NEXT(name)(lock, id, real), ETIMEDOUT);                   \
	}

TIMED(pthread_mutex_timedlock, pthread_mutex_t, ETIMEDOUT)
TIMED(pthread_rwlock_timedrdlock, pthread_rwlock_t, ETIMEDOUT)
TIMED(pthread_rwlock_timedwrlock, pthread_rwlock_t, ETIMEDOUT)
TIMED(mtx_timedlock, mtx_t, thrd_timedout)
CLOCKED(pthread_mutex_clocklock, pthread_mutex_t)
CLOCKED(pthread_rwlock_clockrdlock, pthread_rwlock_t)
CLOCKED(pthread_rwlock_clockwrlock, pthread_rwlock_t)

VERSIONS(virtual_sem_timedwait, sem_timedwait, OLDEST);
VERSIONS(virtual_sem_clockwait, sem_clockwait, "GLIBC_2.30");
__asm__(".symver virtual_cond_timedwait, pthread_cond_timedwait@@" CONDITION);
VERSIONS(virtual_cond_clockwait, pthread_cond_clockwait, "GLIBC_2.30");
VERSIONS(virtual_cnd_timedwait, cnd_timedwait, "GLIBC_2.28");
VERSIONS(virtual_pthread_mutex_timedlock, pthread_mutex_timedlock, OLDEST);
VERSIONS(virtual_pthread_mutex_clocklock, pthread_mutex_clocklock, "GLIBC_2.30");
VERSIONS(virtual_pthread_rwlock_timedrdlock, pthread_rwlock_timedrdlock, OLDEST);
VERSIONS(virtual_pthread_rwlock_timedwrlock, pthread_rwlock_timedwrlock, OLDEST);
VERSIONS(virtual_pthread_rwlock_clockrdlock, pthread_rwlock_clockrdlock, "GLIBC_2.30");
VERSIONS(virtual_pthread_rwlock_clockwrlock, pthread_rwlock_clockwrlock, "GLIBC_2.30");
VERSIONS(virtual_mtx_timedlock, mtx_timedlock, "GLIBC_2.28");

#endif

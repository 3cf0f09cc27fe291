/* waits.c - a program that waits for a host function by means of its own: a semaphore, a condition.
 *
 * On hardware the function comes when its stream gets there. Here it runs inside the machine's
 * calls. So before one of these waits really blocks, the host functions that are queued run, one
 * after the other, each moving the waiting thread's clock to its end. A condition's wait then
 * returns, as it may at any time; who waits looks again. ThreadSanitizer's own versions are left
 * alone, as in threads.c; so is everything in a program that has queued no host function. Waits
 * that end at a deadline are in timed_waits.c, those of C++ in futex.c.
 *
 * Who waits already when another thread queues one does not see it: so a thread that ends while
 * somebody waits runs them, too. */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <threads.h>

#include "framework/simcuda/api/cudart/interpose/interpose.h"
#include "framework/simcuda/api/cudart/interpose/libc_versions.h"

#ifndef RUNTIME_WATCHED

static struct {
	int (*sem_wait)(sem_t *);
	int (*pthread_cond_wait)(pthread_cond_t *, pthread_mutex_t *);
	int (*cnd_wait)(cnd_t *, mtx_t *);
} found;

void *waits_next_version(const char *name, const char *version)
{
	void *function = dlvsym(RTLD_NEXT, name, version);
	return function ? function : dlsym(RTLD_NEXT, name);
}

__attribute__((constructor(101))) static void find_next(void)
{
	*(void **)&found.sem_wait = dlsym(RTLD_NEXT, "sem_wait");
	*(void **)&found.pthread_cond_wait = waits_next_version("pthread_cond_wait", CONDITION);
	*(void **)&found.cnd_wait = dlsym(RTLD_NEXT, "cnd_wait");
}

#define NEXT(function) (find_next_once(), found.function)

static void find_next_once(void)
{
	if (!found.cnd_wait)
		find_next();
}

static atomic_int waiting; /* threads, in a wait that only another ends */

/* Counted before it is looked for host functions: who queues one later sees that somebody waits. */
void waits_begin(void)
{
	waiting++;
}

void waits_end(void)
{
	waiting--;
}

void waits_thread_ends(void *unused)
{
	(void)unused;
	while (waiting > 0 && host_calls_next(HOST_CALLS_RUN))
		;
}

int waits_take_or_run(sem_t *semaphore)
{
	if (!host_calls())
		return 0;
	do {
		if (sem_trywait(semaphore) == 0)
			return 1;
		if (errno != EAGAIN)
			return -1;
	} while (host_calls_next(HOST_CALLS_RUN));
	return 0;
}

int virtual_sem_wait(sem_t *semaphore)
{
	waits_begin();
	int taken = waits_take_or_run(semaphore);
	int result = taken ? (taken > 0 ? 0 : -1) : NEXT(sem_wait)(semaphore);
	waits_end();
	return result;
}

int waits_run_unlocked(pthread_mutex_t *mutex)
{
	if (!host_calls_next(HOST_CALLS_ASK) || pthread_mutex_unlock(mutex) != 0)
		return 0;
	host_calls_next(HOST_CALLS_RUN);
	pthread_mutex_lock(mutex);
	return 1;
}

int virtual_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
	waits_begin();
	int result = waits_run_unlocked(mutex) ? 0 : NEXT(pthread_cond_wait)(condition, mutex);
	waits_end();
	return result;
}

int virtual_cnd_wait(cnd_t *condition, mtx_t *mutex)
{
	int result;
	waits_begin();
	if (!host_calls_next(HOST_CALLS_ASK) || mtx_unlock(mutex) != thrd_success) {
		result = NEXT(cnd_wait)(condition, mutex);
	} else {
		host_calls_next(HOST_CALLS_RUN);
		result = mtx_lock(mutex);
	}
	waits_end();
	return result;
}

VERSIONS(virtual_sem_wait, sem_wait, OLDEST);
__asm__(".symver virtual_cond_wait, pthread_cond_wait@@" CONDITION);
VERSIONS(virtual_cnd_wait, cnd_wait, "GLIBC_2.28");

#endif

/* interpose.h - functions in place of the C library's: clocks, sleeps, waits, threads, signals,
 * reads and writes.
 *
 * Theory of operation. A function here has the name and the version node of the C library's (by
 * .symver, or in cudart.map) and comes before it in the order of look-up, so a program calls it
 * without knowing. It asks the runtime (runtime.h) for the machine's time, or has queued host
 * functions run; then it does the rest by calling the C library's own function, which dlsym()
 * finds. Without a machine, and inside our own calls, all is left to the C library. Nothing in the
 * runtime calls a function of this folder. */
#ifndef INTERPOSE_H
#define INTERPOSE_H

#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <time.h>

#include "framework/simcuda/api/cudart/runtime.h"

/* --- clock.c ---------------------------------------------------------------------------------- */
int64_t clock_origin(clockid_t id); /* where it stands at the machine's time 0; -1: not ours */

/* This thread's time, ns, without the cost or the notice of a reading. */
int64_t clock_now(void);

/* This thread has waited until then, ns: its time is at least that. */
void clock_reaches(int64_t to);

/* --- waits.c, timed_waits.c ------------------------------------------------------------------- */

/* Tries to take the semaphore, running queued host functions until it is free. 1: it is taken;
 * -1: it is none (errno); 0: it is not free, and no host function is left. */
int waits_take_or_run(sem_t *semaphore);

/* Around a wait that another thread ends. */
void waits_begin(void);
void waits_end(void);

/* The calling thread ends: where others wait, the queued host functions run. */
void waits_thread_ends(void *unused);

/* A deadline of the program, and the same on the real clock. */
typedef struct WaitDeadline {
	struct timespec real;
	int64_t to; /* the machine's time, ns; -1: the deadline is not on its clock */
} WaitDeadline;

/* Fills the deadline and returns what the C library is to wait for. What is no deadline it gets as
 * it is, to refuse it; also one centuries away. */
const struct timespec *waits_on_real_clock(WaitDeadline *deadline, clockid_t id,
					   const struct timespec *until);

/* Whether a host function has run, with the mutex open. It is opened only if one is there: a signal
 * that comes meanwhile is not lost, because then the wait returns. */
int waits_run_unlocked(pthread_mutex_t *mutex);

/* The C library's function of that name and version, else of that name: of some functions it has
 * two, and dlsym() alone gives the older one. */
void *waits_next_version(const char *name, const char *version);

#endif

/* threads.c - pthread_create and pthread_join, and C11's thrd_create and thrd_join, in place of the
 * C library's, so that the clocks of threads meet where the threads do (api/cudart/thread.c).
 *
 * They do what the C library's do, by calling them; a new thread first notes the time at which it
 * begins. In a program that never calls CUDA there is nothing to note but that. ThreadSanitizer
 * prepares new threads by itself, before which none of our code may run in them: built with it, or
 * in a program that is, the C library's functions are left alone. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>

#include "framework/simcuda/api/cudart/interpose/interpose.h"
#include "framework/simcuda/api/cudart/interpose/libc_versions.h"

#ifndef RUNTIME_WATCHED

typedef int (*CreateThread)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
typedef int (*JoinThread)(pthread_t, void **);
typedef int (*CreateC11)(thrd_t *, thrd_start_t, void *);
typedef int (*JoinC11)(thrd_t, int *);

/* Assigning through void ** is how POSIX has it done. */
#define NEXT(function, name)                                                                       \
	do {                                                                                       \
		if (!(function))                                                                   \
			*(void **)&(function) = libc_function(name);                               \
	} while (0)

/* What a new thread is to run. */
typedef struct Start {
	void *(*run)(void *);
	thrd_start_t run_c11;
	void *argument;
	int64_t clock;
} Start;

static Start *start_make(void *(*run)(void *), thrd_start_t run_c11, void *argument)
{
	if (dlsym(RTLD_DEFAULT, "__tsan_init"))
		return NULL;
	Start *start = malloc(sizeof *start);
	if (start)
		*start = (Start){run, run_c11, argument, thread_clock()};
	return start;
}

static Start start_take(void *given)
{
	Start start = *(Start *)given;
	free(given);
	thread_begins(start.clock);
	return start;
}

static void *run_thread(void *given)
{
	void *result;
	Start start = start_take(given);
	pthread_cleanup_push(waits_thread_ends, NULL); /* by pthread_exit() too */
	result = start.run(start.argument);
	pthread_cleanup_pop(1);
	return result;
}

static int run_c11(void *given)
{
	int result;
	Start start = start_take(given);
	pthread_cleanup_push(waits_thread_ends, NULL);
	result = start.run_c11(start.argument);
	pthread_cleanup_pop(1);
	return result;
}

int virtual_pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*run)(void *),
			   void *argument)
{
	static CreateThread create;
	NEXT(create, "pthread_create");
	Start *start = start_make(run, NULL, argument);
	if (!start)
		return create(id, attributes, run, argument);
	int error = create(id, attributes, run_thread, start);
	if (error)
		free(start);
	return error;
}

int virtual_pthread_join(pthread_t id, void **result)
{
	static JoinThread join;
	NEXT(join, "pthread_join");
	int error = join(id, result);
	if (!error)
		thread_joined(id);
	return error;
}

int virtual_thrd_create(thrd_t *id, thrd_start_t run, void *argument)
{
	static CreateC11 create;
	NEXT(create, "thrd_create");
	Start *start = start_make(NULL, run, argument);
	if (!start)
		return create(id, run, argument);
	int error = create(id, run_c11, start);
	if (error != thrd_success)
		free(start);
	return error;
}

int virtual_thrd_join(thrd_t id, int *result)
{
	static JoinC11 join;
	NEXT(join, "thrd_join");
	int error = join(id, result);
	if (error == thrd_success)
		thread_joined(id);
	return error;
}

VERSIONS(virtual_pthread_create, pthread_create, OLDEST);
VERSIONS(virtual_pthread_join, pthread_join, OLDEST);
VERSIONS(virtual_thrd_create, thrd_create, "GLIBC_2.28");
VERSIONS(virtual_thrd_join, thrd_join, "GLIBC_2.28");

#endif

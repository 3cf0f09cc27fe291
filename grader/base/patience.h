/* patience.h - where there may be no more processes now: a program that is graded at the same time may have all that its
 * user, or a container, may have. It has them until its time is over, and then there is room again. Who did not wait
 * would leave a check out of the marks. */
#ifndef GRADER_BASE_PATIENCE_H
#define GRADER_BASE_PATIENCE_H

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_S 20 /* twice as long as a run has */

/* Whether it is to be tried again, for which it waits a little. */
static inline int patience_has(int *tries, int reason)
{
	const struct timespec little = {0, 20000000};

	if (reason != EAGAIN || ++*tries > PATIENCE_S * 50)
		return 0;
	nanosleep(&little, NULL);
	return 1;
}

static inline pid_t fork_patiently(void)
{
	int tries = 0;
	pid_t child = fork();

	while (child < 0 && patience_has(&tries, errno))
		child = fork();
	return child;
}

/* As pthread_create() does it without attributes. */
static inline int thread_patiently(pthread_t *thread, void *(*body)(void *), void *argument)
{
	int tries = 0, bad = pthread_create(thread, NULL, body, argument);

	while (bad && patience_has(&tries, bad))
		bad = pthread_create(thread, NULL, body, argument);
	return bad;
}

#endif

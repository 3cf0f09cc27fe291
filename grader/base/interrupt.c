/* interrupt.c - one flag, set by a handler. */
#include "grader/base/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>

static volatile sig_atomic_t came;

static void note(int number)
{
	came = number;
}

void interrupt_install(void)
{
	static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
	struct sigaction action, now;

	memset(&action, 0, sizeof action);
	action.sa_handler = note; /* without SA_RESTART: a poll() ends at once */
	for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
		if (sigaction(ending[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
			sigaction(ending[i], &action,
				  NULL); /* nohup has had it ignored, which stays */
}

int interrupt_came(void)
{
	return came;
}

/* Only there in a build that counts lines (make coverage): it writes the counts, which are lost when a
 * signal ends the process. */
__attribute__((weak)) void __gcov_dump(void); /* NOLINT: gcov's name */

void interrupt_leave(void)
{
	if (came == 0)
		return;
	if (__gcov_dump)
		__gcov_dump();
	signal(came, SIG_DFL);
	raise(came);
}

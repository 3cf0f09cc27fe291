/* handlers.c - the handlers of faults: ours, which has to stay, and the program's.
 *
 * Managed memory is computed when a fault says that somebody looks (fault.c). So once there is a
 * machine, a handler that the program asks for does not take ours' place: it gets the faults that
 * are none of ours. For other signals, and before there is a machine, all is the C library's. */
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>

#include "framework/simcuda/api/cudart/runtime.h"

static int (*next_sigaction)(int, const struct sigaction *, struct sigaction *);
static atomic_int installed;
static struct sigaction others[2]; /* for SIGSEGV, for SIGBUS */

__attribute__((constructor(101))) static void find_next(void)
{
	void *next = dlsym(RTLD_NEXT, "sigaction");
	/* where the C library comes before this one, nobody calls what stands below */
	*(void **)&next_sigaction = next ? next : dlsym(RTLD_DEFAULT, "sigaction");
}

static int sigaction_next(int signal, const struct sigaction *action, struct sigaction *old)
{
	if (!next_sigaction)
		find_next();
	return next_sigaction(signal, action, old);
}

struct sigaction *handlers_other(int signal)
{
	return &others[signal == SIGBUS];
}

void handlers_install(const struct sigaction *action)
{
	if (installed)
		return;
	sigaction_next(SIGSEGV, action, handlers_other(SIGSEGV));
	sigaction_next(SIGBUS, action, handlers_other(SIGBUS));
	installed = 1;
}

int handlers_first(const struct sigaction *first, struct sigaction *then)
{
	struct sigaction also;
	return sigaction_next(SIGSEGV, first, then) < 0 || sigaction_next(SIGBUS, first, &also) < 0
		       ? -1
		       : 0;
}

/* Where whoever runs the program lets nobody change its handlers any more: a fault of a signal that is blocked
 * ends it. */
static void fault_blocked(int signal)
{
	const volatile char *volatile first_page = (const volatile char *)(uintptr_t)signal;
	sigset_t one;
	sigemptyset(&one);
	sigaddset(&one, signal);
	/* what the page raises: so ends a process, too, that was to end by SIGBUS */
	sigaddset(&one, SIGSEGV);
	pthread_sigmask(SIG_BLOCK, &one, NULL);
	(void)*first_page; /* which nobody has */
}

void handlers_default(int signal)
{
	const struct sigaction fatal = {.sa_handler = SIG_DFL};
	if (sigaction_next(signal, &fatal, NULL) < 0)
		fault_blocked(signal);
}

int handlers_sigaction(int signal, const struct sigaction *action, struct sigaction *old)
{
	if ((signal != SIGSEGV && signal != SIGBUS) || !installed)
		return sigaction_next(signal, action, old);
	const struct sigaction before = *handlers_other(signal);
	if (action)
		*handlers_other(signal) = *action;
	if (old)
		*old = before;
	return 0;
}

/* signals.c - handlers of faults that a program installs while ours has to stay.
 *
 * Managed memory is computed when a fault says that somebody looks (fault.c). So once there is a
 * machine, a handler for SIGSEGV or SIGBUS does not take our handler's place: it gets the faults
 * that are none of ours. These functions come before the C library's; for other signals, and before
 * there is a machine, they are the C library's. */
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <string.h>

#include "runtime.h"

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

struct sigaction *signals_other(int signal)
{
	return &others[signal == SIGBUS];
}

void signals_install(const struct sigaction *action)
{
	sigaction_next(SIGSEGV, action, signals_other(SIGSEGV));
	sigaction_next(SIGBUS, action, signals_other(SIGBUS));
	installed = 1;
}

void signals_default(int signal)
{
	const struct sigaction fatal = {.sa_handler = SIG_DFL};
	sigaction_next(signal, &fatal, NULL);
}

int chained_sigaction(int signal, const struct sigaction *action, struct sigaction *old)
{
	if ((signal != SIGSEGV && signal != SIGBUS) || !installed)
		return sigaction_next(signal, action, old);
	const struct sigaction before = *signals_other(signal);
	if (action)
		*signals_other(signal) = *action;
	if (old)
		*old = before;
	return 0;
}

static sighandler_t set(int signal, sighandler_t handler, int flags)
{
	struct sigaction action = {.sa_handler = handler, .sa_flags = flags}, old;
	if (handler == SIG_ERR) {
		errno = EINVAL;
		return SIG_ERR;
	}
	sigemptyset(&action.sa_mask);
	if (!(flags & SA_NODEFER))
		sigaddset(&action.sa_mask, signal);
	return chained_sigaction(signal, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

sighandler_t chained_signal(int signal, sighandler_t handler)
{
	return set(signal, handler, SA_RESTART);
}

/* What signal() is to a program that asked for the C standard alone. */
sighandler_t chained_sysv_signal(int signal, sighandler_t handler)
{
	return set(signal, handler, (int)(SA_RESETHAND | SA_NODEFER));
}

#ifndef RUNTIME_WATCHED
/* Each under the version that the C library gave it on this processor. */
#if defined(__x86_64__)
#define OLDEST "GLIBC_2.2.5"
#elif defined(__aarch64__)
#define OLDEST "GLIBC_2.17"
#else
#error "the versions of the C library's signals are not known here for this processor"
#endif

__asm__(".symver chained_sigaction, sigaction@@" OLDEST);
__asm__(".symver chained_signal, signal@@" OLDEST);
__asm__(".symver chained_sysv_signal, __sysv_signal@@" OLDEST);
#endif

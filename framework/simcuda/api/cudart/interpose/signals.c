/* signals.c - sigaction() and signal() in place of the C library's: a program's handlers of faults
 * get those that are none of ours (handlers.c). */
#include <errno.h>
#include <signal.h>

#include "framework/simcuda/api/cudart/interpose/interpose.h"
#include "framework/simcuda/api/cudart/interpose/libc_versions.h"

int chained_sigaction(int signal, const struct sigaction *action, struct sigaction *old)
{
	return handlers_sigaction(signal, action, old);
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
__asm__(".symver chained_sigaction, sigaction@@" OLDEST);
__asm__(".symver chained_signal, signal@@" OLDEST);
__asm__(".symver chained_sysv_signal, __sysv_signal@@" OLDEST);
#endif

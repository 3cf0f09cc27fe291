/* core_choose.h - a machine and its program on one core: they take turns. */
#ifndef CORE_CHOOSE_H
#define CORE_CHOOSE_H

#include <sched.h>

/* Puts this process on that core; less than 0: wherever it likes. A wish: without it, or when it
 * chooses another one later, it is slower, not wrong. */
static inline void core_choose(int core)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	if (core < 0 || core >= CPU_SETSIZE)
		return;
	CPU_SET((unsigned)core, &set);
	sched_setaffinity(0, sizeof set, &set);
}

#endif

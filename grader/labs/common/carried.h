/* carried.h - copies as they are counted, and numbers that kernels move over pinned memory of the host: a copy
 * that is not counted as one. */
#ifndef GRADER_LABS_COMMON_CARRIED_H
#define GRADER_LABS_COMMON_CARRIED_H

#include "grader/include/judge.h"

static inline uint64_t copies_in_all(const SimcudaCounters *c)
{
	return c->copies_h2d + c->copies_d2h + c->copies_d2d + c->copies_p2p;
}

/* Fails a window in which a kernel read or wrote memory of the host. */
static inline void judge_not_carried(Judge *j, const SimcudaCounters *c, const char *at)
{
	judge_that_for(j, c->linked_h2d == 0 && c->linked_d2h == 0, "carried-by-kernel",
		       "%s: kernels read %s of the host's memory and wrote %s; wanted copies, and "
		       "only those that the exercise takes",
		       at, say_bytes(j, (double)c->linked_h2d),
		       say_bytes(j, (double)c->linked_d2h));
}

#endif

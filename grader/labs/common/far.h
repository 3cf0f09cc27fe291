/* far.h - GPUs that a machine with more than two has: an answer may do nothing for these. */
#ifndef GRADER_LABS_COMMON_FAR_H
#define GRADER_LABS_COMMON_FAR_H

#include "grader/include/judge.h"

/* The third or the fourth, which is drawn; `otherwise` where GPUs are real, as two may be all there are. */
static inline int far_gpu(Judge *j, int otherwise)
{
	return judge_is_simulated(j) ? (int)judge_between(j, 2, 3) : otherwise;
}

/* A run on two GPUs; on four, where one of these devices is not among the first two. */
static inline Run *judge_run_on(Judge *j, int device, int other)
{
	return judge_run(j, device > 1 || other > 1 ? 4 : 2);
}

#endif

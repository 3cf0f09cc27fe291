/* again.h - runs in which a call fails, and where the exercise has made it again and told that all is well, the calls behind
 * it, too: one that is made again has to be looked at as well. */
#ifndef GRADER_LABS_LAB6_AGAIN_H
#define GRADER_LABS_LAB6_AGAIN_H

#include "grader/labs/common/failing.h"

/* One run in which the `at`-th operation of a kind fails, and `times` - 1 behind it; what the exercise returned. */
typedef int64_t AgainRun(Judge *j, const char *kind, int64_t at, int64_t times, const void *data);

typedef struct Again {
	AgainRun *run;
	const void *data;
} Again;

static inline void failing_again(Judge *j, const char *kind, int64_t at, const void *again)
{
	const Again *a = again;
	if (a->run(j, kind, at, 1, a->data) == 0)
		a->run(j, kind, at, FAILING_ALL, a->data);
}

/* One after the other, of all kinds. */
static inline void judge_failures_again(Judge *j, Run *good, AgainRun *run, const void *data)
{
	const Again again = {run, data};
	judge_every_failure(j, good, failing_again, &again);
	judge_failing_setup(j, good, failing_again, &again);
}

#endif

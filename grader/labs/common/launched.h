/* launched.h - the machine's record of what was launched (run_launched), as labs 5, 6 and 7 ask it. */
#ifndef GRADER_LABS_COMMON_LAUNCHED_H
#define GRADER_LABS_COMMON_LAUNCHED_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "grader/include/judge.h"

/* The kernels of a window alone; `list` is NULL where the judge has no link to the machine. */
typedef struct Launched {
	const RunLaunched *list;
	int count;
	double readings; /* of the clock in all of the window, with all GPUs idle */
} Launched;

/* `asked`: the questions how much time lies between two events, instead of the kernels. */
static inline Launched launched_of(Judge *j, Run *r, bool asked)
{
	Launched of = {NULL, 0, 0};
	int count;
	const RunLaunched *all = run_launched(r, &count, &of.readings);
	RunLaunched *kept = judge_memory(j, ((size_t)count + 1) * sizeof *kept);
	for (int i = 0; i < count; i++)
		if ((all[i].name[0] == '\0') == asked)
			kept[of.count++] = all[i];
	of.list = all ? kept : NULL;
	return of;
}

/* It is a product that does so many operations, or a kernel as large. */
static inline bool launched_flops(const RunLaunched *k, double flops)
{
	return fabs(k->flops - flops) <= 1e-9 * flops;
}

/* Whether the kernel is a product of matrices that begins with nothing (gemm, symm or the like). */
static inline bool launched_multiplies(const RunLaunched *k)
{
	return strstr(k->name, "emm") && !k->adds;
}

/* Whether the clock was read, with all GPUs idle, between the kernel before the i-th one and that one; for `count`:
 * behind the last one. */
static inline bool launched_read(const Launched *of, int i)
{
	double then = i < of->count ? of->list[i].readings : of->readings;
	return then > (i > 0 ? of->list[i - 1].readings : 0);
}

#endif

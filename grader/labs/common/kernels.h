/* kernels.h - what judges of labs with kernels ask of each launch. */
#ifndef GRADER_LABS_COMMON_KERNELS_H
#define GRADER_LABS_COMMON_KERNELS_H

#include "grader/include/judge.h"

#define KERNEL_THREADS 256 /* of a block, in all launches of labs 10 and 11 */

/* The one kernel of the run, or NULL: the judge has no link to the machine, which alone counts. Fails a run
 * that launched none or several, or after which the current device is another. */
static inline const RunKernel *kernel_one(Judge *j, Run *r, const char *at)
{
	int count;
	const RunKernel *list = run_kernels(r, &count);

	judge_that_for(j, run_counts(r)->launches == 1, "not-one-launch",
		       "%s: wanted one launch of a kernel, got %llu", at,
		       (unsigned long long)run_counts(r)->launches);
	if (!list)
		return NULL;
	judge_that_for(j, count == 1, "not-one-launch",
		       "%s: the kernel that was launched is none of this file", at);
	judge_that_for(j, list->block[0] == KERNEL_THREADS && list->block[1] * list->block[2] == 1,
		       "wrong-grid", "%s: wanted blocks of %d threads, got %lld", at,
		       KERNEL_THREADS,
		       (long long)(list->block[0] * list->block[1] * list->block[2]));
	return list;
}

static inline int64_t kernel_blocks(const RunKernel *k)
{
	return k->grid[0] * k->grid[1] * k->grid[2];
}

/* Sectors of a request on average; 0: there were none. */
static inline double kernel_load_sectors(const RunKernel *k)
{
	return k->load_requests > 0 ? k->load_sectors / k->load_requests : 0;
}

static inline double kernel_store_sectors(const RunKernel *k)
{
	return k->store_requests > 0 ? k->store_sectors / k->store_requests : 0;
}

#endif

/* kernels.h - what judges of labs with kernels ask of each launch. */
#ifndef GRADER_LABS_COMMON_KERNELS_H
#define GRADER_LABS_COMMON_KERNELS_H

#include "grader/labs/common/left.h"

#define KERNEL_THREADS 256 /* of a block, in all launches of labs 10 and 11 */

/* What a call is for: kernels as they were written are looked through for mistakes, optimised ones
 * are counted; or the launch is refused. */
typedef enum CaseKind { LOOKED_THROUGH, COUNTED, REFUSED } CaseKind;

/* One call: of how many numbers, on which GPU of two. */
typedef struct Case {
	int64_t n;
	int gpu;
	CaseKind kind;
} Case;

static inline Run *case_run(Judge *j, const Case *c)
{
	Run *r = judge_run(j, 2);

	run_int(r, "gpu", c->gpu);
	run_one_thread(r);
	if (c->kind == COUNTED)
		run_optimised(r);
	if (c->kind == REFUSED)
		run_fail(r, "launch", 1, 1);
	return r;
}

/* Gives it numbers in memory of the GPU. */
static inline void case_give(Run *r, const char *name, const float *numbers, int64_t count)
{
	run_floats(r, name, numbers, count);
	run_give(r, name, 1);
}

/* Goes, and wants 0 to be returned; -1 where the launch is refused, and false then: there is no more to
 * look at. */
static inline bool case_go(Judge *j, Run *r, const Case *c, const char *at)
{
	run_go(r);
	judge_int(j,
		  judge_text(j, "%s%s: the answer", at,
			     c->kind == REFUSED ? ", the launch is refused" : ""),
		  run_get_int(r, "status"), c->kind == REFUSED ? -1 : 0);
	judge_no_error_left_at(j, r, at);
	return c->kind != REFUSED;
}

/* Wants these numbers there in the end. */
static inline void case_holds(Judge *j, Run *r, const Case *c, const char *at, const char *name,
			      const float *wanted, int64_t count, double tolerance)
{
	int64_t there;
	const float *got = run_get_floats_on(r, name, c->gpu, &there);

	judge_complete(j, count == 0 || (got && there == count));
	if (count > 0)
		judge_floats(j, judge_text(j, "%s: %s", at, name), got, wanted, count, tolerance);
}

/* Whether a call has nothing to do: then it launches nothing. */
static inline bool case_is_empty(Judge *j, Run *r, int64_t numbers, const char *at)
{
	if (numbers == 0)
		judge_that_for(j, run_counts(r)->launches == 0, "not-one-launch",
			       "%s: a kernel was launched", at);
	return numbers == 0;
}

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
	judge_that_for(j, list->block[0] * list->block[1] * list->block[2] == KERNEL_THREADS,
		       "wrong-grid", "%s: wanted blocks of %d threads, got %lld", at,
		       KERNEL_THREADS,
		       (long long)(list->block[0] * list->block[1] * list->block[2]));
	return list;
}

static inline int64_t kernel_blocks(const RunKernel *k)
{
	return k->grid[0] * k->grid[1] * k->grid[2];
}

/* As 4 sectors, with a little room for where a warp's numbers begin. */
#define SECTORS_MOST 4.6

/* Sectors of a request on average; 0: there were none. */
static inline double kernel_load_sectors(const RunKernel *k)
{
	return k->load_requests > 0 ? k->load_sectors / k->load_requests : 0;
}

static inline double kernel_store_sectors(const RunKernel *k)
{
	return k->store_requests > 0 ? k->store_sectors / k->store_requests : 0;
}

static inline void sectors_judge(Judge *j, const RunKernel *k, const char *at, double most)
{
	double loads = kernel_load_sectors(k), stores = kernel_store_sectors(k);

	judge_that_for(j, loads <= most && stores <= most, "spread-out",
		       "%s: a request of a warp took %.3g sectors to read and %.3g to write, "
		       "wanted at most %.2g",
		       at, loads, stores, most);
}

#endif
